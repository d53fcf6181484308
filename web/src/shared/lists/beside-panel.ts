/** A list, and the panel that stands beside it on a desktop. */
export const besidePanel = 'flex items-start gap-6';

/** The panel's column. It has its room from the first moment: what is in it comes later. */
export const panelColumn = 'w-[42%] max-w-[512px] shrink-0';
