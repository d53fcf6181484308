/** The library for passkeys, loaded at the first use of one: a process without it has some 30 MB more to spare. */
export const webauthn = () => import('@simplewebauthn/server');

export const webauthnHelpers = () => import('@simplewebauthn/server/helpers');
