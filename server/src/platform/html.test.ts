import { describe, expect, it } from 'vitest';
import { Html, html, joined, jsonElement } from './html.ts';

const nasty = `<b title="x" id='y'>&amp;</b>`;

describe('html', () => {
  it('escapes every sign that ends a text or an attribute, in either kind of quotes', () => {
    expect(html`<p title="${nasty}">${nasty}</p>`.text).toBe(
      '<p title="&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;&#60;/b&#62;">' +
        '&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;&#60;/b&#62;</p>',
    );
  });

  // The formatter would put spaces between the elements.
  // prettier-ignore
  it('takes its own pieces as they are, one or many, and nothing for null', () => {
    const rows = ['a', '<'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${rows}</ul>${null}${html`<br>`}${7}`.text).toBe('<ul><li>a</li><li>&#60;</li></ul><br>7');
    expect(joined(rows, '\n').text).toBe('<li>a</li>\n<li>&#60;</li>');
    expect(String(new Html('<hr>'))).toBe('<hr>');
  });

  it('carries data that no text in them can end', () => {
    const element = jsonElement('brand', { name: '</script><script>alert(1)</script>' });
    expect(element.text.match(/<\/?script/g)).toEqual(['<script', '</script']);
    expect(JSON.parse(element.text.replace(/^[^>]+>/, '').replace('</script>', ''))).toEqual({
      name: '</script><script>alert(1)</script>',
    });
  });
});
