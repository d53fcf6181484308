import { describe, expect, it } from 'vitest';
import { brand } from '../../../test/documented.ts';
import { writeMail } from './write-mail.ts';

const nasty = `"><script>alert('x')</script>&`;

describe('a mail', () => {
  it('shows every text of its letter as text, and no address of it ends its attribute', () => {
    const { html, text } = writeMail(
      { ...brand, name: nasty, officeAddress: nasty, supportEmail: nasty },
      {
        subject: nasty,
        greeting: nasty,
        paragraphs: [`${nasty}\n${nasty}`],
        button: { text: nasty, url: `https://shop.example/?a=${nasty}` },
        notes: [nasty],
        unsubscribeUrl: `https://shop.example/?b=${nasty}`,
      },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain(nasty);
    const escaped = '&#34;&#62;&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;';
    expect(html.match(/href="[^"]*"/g)).toEqual([
      `href="https://shop.example/?a=${escaped}"`,
      `href="https://shop.example/?b=${escaped}"`,
    ]);
    expect(text).toContain(nasty);
  });
});
