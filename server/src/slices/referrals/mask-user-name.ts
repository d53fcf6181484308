/** 'ada_lagos' becomes 'ad***': whoever referred them knows who it is, and nobody else can tell, not even how long the name is. */
export const maskUserName = (userName: string): string => `${userName.slice(0, 2)}***`;
