/** The elements of the guide. The few marks of our own descriptions (`code`, **strong**) are turned into elements. */
import { html, joined, type Html } from '../../platform/html.ts';

const mark = /`([^`]+)`|\*\*([^*]+)\*\*/g;

function inline(text: string): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: strong, index } of text.matchAll(mark)) {
    pieces.push(html`${text.slice(end, index)}`);
    // Marks may stand in each other: **a `code` in strong**.
    pieces.push(
      code === undefined ? html`<strong>${inline(strong ?? '')}</strong>` : html`<code>${code}</code>`,
    );
    end = index + whole.length;
  }
  return joined([...pieces, html`${text.slice(end)}`], '');
}

export const p = (text: string): Html => html`<p>${inline(text)}</p>`;

export const list = (texts: readonly string[]): Html =>
  html`<ul>
    ${texts.map((text) => html`<li>${inline(text)}</li>`)}
  </ul>`;

export const codeBlock = (text: string, caption?: string): Html =>
  html`<figure class="code">
    ${caption === undefined ? null : html`<figcaption>${inline(caption)}</figcaption>`}<button
      type="button"
      class="copy"
      hidden
    >
      Copy
    </button>
    <pre tabindex="0"><code>${text.trim()}</code></pre>
  </figure>`;

/** One example in several languages, of which one is seen; it needs no script. */
export const tabs = (
  name: string,
  legend: string,
  samples: readonly (readonly [language: string, text: string])[],
): Html =>
  html`<div class="tabs" role="radiogroup" aria-label="${legend}">
    ${samples.map(
      ([language], n) =>
        html`<input type="radio" name="${name}" id="${name}-${n}" ${n === 0 ? html` checked` : null} /><label
            for="${name}-${n}"
            >${language}</label
          >`,
    )}${samples.map(([language, text]) => html`<div>${codeBlock(text, language)}</div>`)}
  </div>`;

/** On a phone each row is a block and each cell says which column it is, so the roles of a table are written out. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): Html =>
  html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th scope="col" role="columnheader">${inline(head)}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${joined(
        rows.map(
          (row) =>
            html`<tr role="row">
              ${row.map((cell, n) => cellOf(cell, n, heads))}
            </tr>`,
        ),
        '\n',
      )}
    </tbody>
  </table>`;

function cellOf(cell: string, n: number, heads: readonly string[]): Html {
  if (cell === '') return html`<td role="cell" class="none"></td>`;
  const isNamed = n > 0 && heads.length > 2;
  const label = isNamed ? html` data-label="${heads[n]?.replaceAll('`', '') ?? ''}"` : null;
  return html`<td role="cell" ${label}>${inline(cell)}</td>`;
}
