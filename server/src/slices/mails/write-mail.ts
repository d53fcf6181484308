/** A letter as text and as HTML, in the brand's colours. Every text is escaped on its way into HTML, whoever wrote it. */
import type { Brand } from '@jara/contract/brand.ts';
import { Html, html, joined } from '../../platform/html.ts';
import type { Letter } from './letters.ts';

export interface Written {
  subject: string;
  text: string;
  html: string;
}

export function writeMail(brand: Brand, letter: Letter): Written {
  return { subject: letter.subject, text: asText(brand, letter), html: asHtml(brand, letter).text };
}

function asText(brand: Brand, { greeting, paragraphs, button, notes, unsubscribeUrl }: Letter): string {
  return [
    greeting,
    ...paragraphs,
    ...(button === null ? [] : [`${button.text}:\n${button.url}`]),
    ...notes,
    `-- \n${brand.name}\n${brand.officeAddress}\n${brand.supportPhone} · ${brand.supportEmail}`,
    ...(unsubscribeUrl === null ? [] : [`No more mails like this: ${unsubscribeUrl}`]),
  ].join('\n\n');
}

// Put in as it is: its quotes belong to the style.
const font = new Html(
  "font-family:'Public Sans',system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
);
const paper = '#f3f1eb';
const ink = '#14211b';
const quietInk = '#5f6b64';
const hairline = '#ddd9ce';

// Tables and inline styles: what mail readers understand.
function asHtml(
  brand: Brand,
  { subject, greeting, paragraphs, button, notes, unsubscribeUrl }: Letter,
): Html {
  const colour = brandColour(brand.hue);
  const paragraph = (text: string): Html =>
    html`<p style="margin:0 0 16px">
      ${joined(
        text.split('\n').map((line) => html`${line}`),
        '<br>',
      )}
    </p>`;
  const note = (text: string): Html =>
    html`<p style="margin:0 0 8px;font-size:14px;line-height:20px;color:${quietInk}">${text}</p>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:0;background:${paper};color:${ink}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border:1px solid ${hairline};border-top:4px solid ${colour}"
              >
                <tr>
                  <td
                    style="padding:24px 24px 0;${font};font-size:20px;line-height:28px;font-weight:700;color:${colour}"
                  >
                    ${brand.name}
                  </td>
                </tr>
                <tr>
                  <td style="padding:16px 24px 24px;${font};font-size:16px;line-height:24px">
                    ${joined([greeting, ...paragraphs].map(paragraph), '\n')}
                    ${button === null ? null : buttonHtml(button, colour)} ${joined(notes.map(note), '\n')}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:16px 24px 24px;border-top:1px dashed ${hairline};${font};font-size:13px;line-height:20px;color:${quietInk}"
                  >
                    ${brand.name}, ${brand.officeAddress}<br />
                    ${brand.supportPhone} &middot;
                    ${brand.supportEmail}${unsubscribeUrl === null ? null : unsubscribeHtml(unsubscribeUrl)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

/** The address stands under the button too: some readers show no buttons, and a person may want to see where it leads. */
function buttonHtml({ text, url }: { text: string; url: string }, colour: string): Html {
  return html`<p style="margin:24px 0 16px">
      <a
        href="${url}"
        style="display:inline-block;padding:12px 20px;border-radius:10px;background:${colour};color:#ffffff;font-weight:600;text-decoration:none"
        >${text}</a
      >
    </p>
    <p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${quietInk};word-break:break-all">
      ${url}
    </p>`;
}

const unsubscribeHtml = (url: string): Html =>
  html`<br /><a href="${url}" style="color:${quietInk}">No more mails like this</a>`;

const DEFAULT_COLOUR = '#0b5d43';

/** The brand's hue as a dark colour that white text is read on. Mail readers know no OKLCH. */
function brandColour(hue: number | null): string {
  if (hue === null) return DEFAULT_COLOUR;
  const [saturation, lightness] = [0.65, 0.24];
  const channel = (offset: number): string => {
    const place = (offset + hue / 30) % 12;
    const value = lightness - saturation * lightness * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
