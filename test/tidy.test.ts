/** The architecture, checked: docs/architecture.md says what is held here, and why. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { asvsRules } from './tidy/asvs.ts';
import { circleRules } from './tidy/circles.ts';
import { decisionRules } from './tidy/decisions.ts';
import { documentRules } from './tidy/documents.ts';
import { circleIn, edgeRules, featureEdges, sliceEdges } from './tidy/edges.ts';
import { folderRules } from './tidy/folders.ts';
import { homeRules } from './tidy/homes.ts';
import { ledgerRules } from './tidy/ledger.ts';
import { lineRules } from './tidy/lines.ts';
import { mentionRules } from './tidy/mentions.ts';
import { modeRules } from './tidy/modes.ts';
import { nameRules } from './tidy/names.ts';
import { plantedAsvs } from './tidy/planted/asvs.ts';
import { plantedCircles } from './tidy/planted/circles.ts';
import { plantedDecisions } from './tidy/planted/decisions.ts';
import { plantedDocuments } from './tidy/planted/documents.ts';
import { plantedEdges } from './tidy/planted/edges.ts';
import { plantedFolders } from './tidy/planted/folders.ts';
import { plantedHomes } from './tidy/planted/homes.ts';
import { plantedLedger } from './tidy/planted/ledger.ts';
import { plantedLines } from './tidy/planted/lines.ts';
import { plantedMentions } from './tidy/planted/mentions.ts';
import { plantedModes } from './tidy/planted/modes.ts';
import { plantedNames } from './tidy/planted/names.ts';
import { plantedPlaces } from './tidy/planted/places.ts';
import { plantedRooms } from './tidy/planted/rooms.ts';
import { plantedText } from './tidy/planted/text.ts';
import { plantedWords } from './tidy/planted/words.ts';
import { placeRules } from './tidy/places.ts';
import { readRepository, show, type Problem } from './tidy/repository.ts';
import { roomRules } from './tidy/rooms.ts';
import { textRules } from './tidy/text.ts';
import { wordRules } from './tidy/words.ts';

const repository = readRepository(fileURLToPath(new URL('..', import.meta.url)));
const planted = [
  ...plantedCircles,
  ...plantedEdges,
  ...plantedFolders,
  ...plantedHomes,
  ...plantedRooms,
  ...plantedMentions,
  ...plantedModes,
  ...plantedLedger,
  ...plantedNames,
  ...plantedDocuments,
  ...plantedDecisions,
  ...plantedPlaces,
  ...plantedLines,
  ...plantedText,
  ...plantedWords,
  ...plantedAsvs,
];
const rules = [
  ...circleRules,
  ...edgeRules,
  ...folderRules,
  ...homeRules,
  ...roomRules,
  ...mentionRules,
  ...modeRules,
  ...ledgerRules,
  ...nameRules,
  ...documentRules,
  ...decisionRules,
  ...placeRules,
  ...lineRules,
  ...textRules,
  ...wordRules,
  ...asvsRules,
];

describe('the house', () => {
  it.each(rules.map(({ name, check }) => [name, check] as const))('%s', (_name, check) => {
    expect(check(repository).map(show)).toEqual([]);
  });

  it.each([
    ['slices', sliceEdges],
    ['features', featureEdges],
  ])('%s use each other in one direction only', (_what, edges) => {
    expect(circleIn(edges)).toBeUndefined();
  });

  it('is not looked at from the wrong place', () => {
    const known = ['README.md', '.ci/run', 'server/src/main.ts', 'web/src/app/main.tsx', 'package-lock.json'];
    expect(known.filter((path) => !repository.has(path))).toEqual([]);
  });
});

const places = (problems: Problem[]): string[] =>
  problems.map(({ path, line }) => `${path}:${line}`).toSorted();

describe('every rule can fail', () => {
  it.each(planted.map((example) => [example.rule, example] as const))('%s', (rule, { files, finds }) => {
    const found = rules.find(({ name }) => name === rule)?.check(new Map(Object.entries(files))) ?? [];
    expect(places(found)).toEqual(finds);
  });

  it('and each has its example', () => {
    expect([...new Set(planted.map(({ rule }) => rule))].toSorted()).toEqual(
      rules.map(({ name }) => name).toSorted(),
    );
  });

  it('a circle between slices is found', () => {
    expect(circleIn({ one: ['two'], two: ['three'], three: ['two'] })).toEqual([
      'one',
      'two',
      'three',
      'two',
    ]);
  });
});
