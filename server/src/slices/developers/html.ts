/** HTML by hand: text is escaped, and the few marks of our own descriptions (`code`, **strong**, paragraphs) are turned into elements. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

export const inline = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');

export const codeBlock = (text: string, caption?: string): string =>
  `<figure class="code">${caption === undefined ? '' : `<figcaption>${inline(caption)}</figcaption>`}` +
  `<button type="button" class="copy" hidden>Copy</button><pre tabindex="0"><code>${escapeHtml(text.trim())}</code></pre></figure>`;

/** On a phone each row is a block and each cell says which column it is, so the roles of a table are written out. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table role="table"><thead role="rowgroup"><tr role="row">${heads
    .map((head) => `<th scope="col" role="columnheader">${inline(head)}</th>`)
    .join('')}</tr></thead><tbody role="rowgroup">${rows
    .map(
      (row) =>
        `<tr role="row">${row
          .map((cell, n) => {
            const label =
              n === 0 || heads.length < 3
                ? ''
                : ` data-label="${escapeHtml(heads[n]?.replaceAll('`', '') ?? '')}"`;
            return cell === ''
              ? '<td role="cell" class="none"></td>'
              : `<td role="cell"${label}>${inline(cell)}</td>`;
          })
          .join('')}</tr>`,
    )
    .join('\n')}</tbody></table>`;
