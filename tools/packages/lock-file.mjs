/*
 * What npm's lock file says. Nothing but Node's own modules may be imported here, because nothing else may be there yet.
 */

/**
 * @typedef {object} Entry
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {string} [resolved] Of a workspace: the folder that it stands for.
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @typedef {{ packages: Record<string, Entry> }} Lock */

export const FOLDER = 'node_modules/';

/**
 * Where the package at this place finds another: in its own folder, or in one above it. Undefined for what is not installed everywhere.
 * @param {Lock} lock
 * @param {string} place
 * @param {string} name
 * @returns {string | undefined}
 */
export function findFrom({ packages }, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
    const found = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    const entry = packages[found];
    if (entry !== undefined) return entry.link === true ? entry.resolved : found;
    if (folder === '') return undefined;
  }
}

/**
 * The places of what a package needs when it runs.
 * @param {Lock} lock
 * @param {string} place
 * @returns {string[]}
 */
export function usedBy(lock, place) {
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[place] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.map((name) => findFrom(lock, place, name)).filter((found) => found !== undefined);
}

/**
 * These places, and those of all that they need when they run.
 * @param {Lock} lock
 * @param {readonly string[]} places
 * @returns {Set<string>}
 */
export function withAllTheyUse(lock, places) {
  const found = new Set(places);
  // Grows while it is read.
  for (const place of found) for (const used of usedBy(lock, place)) found.add(used);
  return found;
}
