/** The measure of the landing page's bands. */
export const pageWidth = 'mx-auto w-full max-w-public px-4 sm:px-6 lg:px-8';
