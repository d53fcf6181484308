/** Addresses of pages that the server writes and the client leads to. Without schemas: the browser loads this. */

/** How the services do now. */
export const statusPath = '/status';
