/** The only place that escapes text for HTML and XML: whatever is put into a template with the tag `html` is text until it is proved to be HTML. */

/** HTML that was written or escaped by us, as opposed to text from anywhere. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | readonly Html[] | null;

/** Template tag: everything put in is escaped, except other pieces of `Html`. The result is safe in elements and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((page, text, index) => page + print(parts[index - 1] ?? null) + text));
}

function print(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escape(String(part));
}

/** Numbers instead of names: XML knows them too, and mail readers all do. */
const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const joined = (pieces: readonly Html[], between: string): Html =>
  new Html(pieces.map(({ text }) => text).join(between));

/** Data for a script of the page, in an element that holds it as JSON: `<` as an escape, so that no text can end the element. */
export const jsonElement = (id: string, value: unknown): Html =>
  new Html(
    `<script type="application/json" id="${escape(id)}">` +
      JSON.stringify(value).replaceAll('<', String.raw`\u003c`) +
      '</script>',
  );

/** A file of ours, run now, or as `defer` or `module` when the page is read. Not by the tag: with the end of a script in it a bundler takes a template apart. */
export const scriptFile = (address: string, when: 'now' | 'defer' | 'module' = 'now'): Html => {
  const how = { now: '', defer: ' defer', module: ' type="module"' }[when];
  return new Html(`<script src="${escape(address)}"${how}></script>`);
};
