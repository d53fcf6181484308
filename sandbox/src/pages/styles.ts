/** The one style sheet of the pages for people: paper, green ink and ruled lines, in both themes. */
export const STYLES = `
:root {
  --paper: #fbfaf7; --surface: #ffffff; --sunk: #f3f1eb;
  --ink: #14211b; --ink-2: #4a574f; --ink-3: #5f6b64;
  --brand: #0b5d43; --on-brand: #ffffff;
  --amber: #8f5206; --amber-bg: #fbf0dc;
  --danger: #b3261e; --danger-bg: #fbe9e7;
  --success: #17693d; --success-bg: #e3f0e8;
  --focus: #1f5fa8; --control: #7f877e; --hairline: #ddd9ce;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1512; --surface: #151e1a; --sunk: #1c2722;
    --ink: #ecf2ee; --ink-2: #b3c0b9; --ink-3: #97a49d;
    --brand: #5fd0a0; --on-brand: #06231a;
    --amber: #f0b45b; --amber-bg: #2c2415;
    --danger: #ff8a80; --danger-bg: #321b19;
    --success: #6fd59b; --success-bg: #16301f;
    --focus: #8dbbf0; --control: #6b7a72; --hairline: #2c3933;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/24px 'Public Sans', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
  -webkit-text-size-adjust: 100%;
}
h1, h2, .sum, .mark { font-family: 'Bricolage Grotesque', 'Public Sans', system-ui, sans-serif; letter-spacing: -0.01em; }
h1 { font-size: 28px; line-height: 32px; margin: 0; }
h2 { font-size: 18px; line-height: 24px; margin: 0; }
p { margin: 0; max-width: 62ch; text-wrap: pretty; }
em { font-style: normal; font-weight: 600; }
a { color: var(--brand); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.mono { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
.hint, .meta { color: var(--ink-3); font-size: 14px; line-height: 20px; }

.pill { display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px; border-radius: 999px; font-size: 13px; line-height: 20px; font-weight: 600; white-space: nowrap; }
.pill.done { color: var(--success); background: var(--success-bg); }
.pill.pending { color: var(--amber); background: var(--amber-bg); }
.pill.failed { color: var(--danger); background: var(--danger-bg); }

.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 20px;
  border: 1px solid var(--control); border-radius: 10px; background: transparent; color: var(--ink);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--sunk); }
.button:active { transform: translateY(1px); }
.button.primary { background: var(--brand); border-color: var(--brand); color: var(--on-brand); }
.button.primary:hover { filter: brightness(1.08); }
.button.danger { color: var(--danger); border-color: currentColor; }
.button.small { min-height: 40px; padding: 0 14px; font-size: 15px; }

.field { display: grid; gap: 4px; font-size: 14px; line-height: 20px; color: var(--ink-2); min-width: 0; }
.field input {
  width: 100%; min-height: 48px; padding: 0 12px; border: 1px solid var(--control); border-radius: 10px;
  background: var(--surface); color: var(--ink); font: inherit; font-size: 16px; font-variant-numeric: tabular-nums;
}
.field input[readonly] { background: var(--sunk); border-color: var(--hairline); }

.notice { padding: 12px 14px; border-left: 3px solid currentColor; font-size: 15px; line-height: 22px; }
.notice.danger { color: var(--danger); background: var(--danger-bg); }
.notice.success { color: var(--success); background: var(--success-bg); }

.leaders { margin: 0; display: grid; gap: 8px; }
.leaders div { display: flex; align-items: baseline; gap: 6px; min-width: 0; font-size: 15px; }
.leaders dt { order: 1; color: var(--ink-2); flex: none; }
.leaders div::after { content: ''; order: 2; flex: 1 0 12px; border-bottom: 1px dotted var(--control); transform: translateY(-4px); }
.leaders dd { order: 3; margin: 0; text-align: right; overflow-wrap: anywhere; }

/* Checkout */
.checkout { background: var(--sunk); min-height: 100vh; min-height: 100dvh; padding: 20px 16px 32px; display: grid; grid-template-columns: minmax(0, 440px); justify-content: center; align-content: start; gap: 16px; }
.checkout header { display: flex; align-items: center; gap: 10px; }
.checkout .mark { width: 36px; height: 36px; display: grid; place-items: center; background: var(--brand); color: var(--on-brand); border-radius: 10px; font-size: 20px; font-weight: 700; }
.checkout .merchant { font-weight: 700; flex: 1; }
.checkout footer { color: var(--ink-3); font-size: 14px; line-height: 20px; text-align: center; text-wrap: balance; }
.slip {
  background: var(--surface); border: 1px solid var(--hairline); border-bottom: 0; border-top: 4px solid var(--brand);
  padding: 24px 20px 36px; display: grid; gap: 16px;
  mask: radial-gradient(6px at 50% 100%, #0000 96%, #000) 0 0 / 18px 100% repeat-x;
}
.eyebrow { color: var(--ink-2); font-size: 15px; }
.sum { font-size: 40px; line-height: 44px; font-weight: 650; margin: -12px 0 4px; overflow-wrap: anywhere; }
.card-form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding-top: 16px; border-top: 1px dashed var(--control); }
.wide { grid-column: 1 / -1; }

/* Control page */
.control { padding: 0 16px 48px; }
.control > header, .control > main { max-width: 1200px; margin: 0 auto; }
.control > header { padding: 28px 0 20px; display: grid; gap: 8px; border-bottom: 3px double var(--ink); }
.control main { display: grid; gap: 40px; padding-top: 24px; }
.control section { min-width: 0; }
.control section > h2 { padding-bottom: 8px; border-bottom: 1px solid var(--ink); display: flex; align-items: baseline; gap: 8px; }
.control section > h2 .meta { font-family: 'Public Sans', system-ui, sans-serif; font-weight: 400; letter-spacing: 0; margin-left: auto; }
.rows { list-style: none; margin: 0; padding: 0; }
.rows > li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 16px; padding: 10px 0; border-bottom: 1px solid var(--hairline); }
.rows .main { font-weight: 600; overflow-wrap: anywhere; }
.rows .side { text-align: right; font-weight: 600; white-space: nowrap; }
.rows .meta { grid-column: 1 / -1; overflow-wrap: anywhere; }
.empty { padding: 14px 0; color: var(--ink-3); border-bottom: 1px solid var(--hairline); }
.faces { display: grid; }
.face { padding: 16px 0; border-bottom: 1px solid var(--hairline); display: grid; gap: 12px; }
.face .top { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 12px; }
.face .top strong { font-size: 17px; flex: 1 0 calc(100% - 136px); }
.face .top .pill { order: 1; margin: 2px 0; white-space: normal; }
.face .top .meta { order: 2; flex-basis: 100%; }
.switches { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; align-items: end; }
.switches .field input { min-height: 40px; }
.switches .button { justify-self: start; }
.lead { padding: 10px 0 4px; }
.numbers { margin: 0; }
.numbers div { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 12px; padding: 8px 0; border-bottom: 1px solid var(--hairline); }
.numbers dt { font-family: var(--mono); font-size: 15px; white-space: nowrap; font-weight: 600; color: var(--brand); }
.numbers dd { margin: 0; }
.stack { display: grid; gap: 20px; padding-top: 14px; }
.links { margin: 0; padding: 14px 0 0; list-style: none; display: grid; gap: 6px; }

/* Inbox */
.inbox > footer { max-width: 1200px; margin: 40px auto 0; }
iframe.mail { display: block; width: 100%; height: 560px; margin-top: 14px; border: 1px solid var(--hairline); background: #ffffff; color-scheme: light; }
pre.mail { margin: 14px 0 0; padding: 16px; background: var(--surface); border: 1px solid var(--hairline); font: 14px/22px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.headers { margin: 0; }
.headers div { display: grid; grid-template-columns: minmax(96px, 180px) minmax(0, 1fr); gap: 12px; padding: 8px 0; border-bottom: 1px solid var(--hairline); }
.headers dt { color: var(--ink-2); font-size: 14px; overflow-wrap: anywhere; }
.headers dd { margin: 0; }
@media (min-width: 900px) {
  .control { padding: 0 32px 64px; }
  .control main { grid-template-columns: minmax(0, 1fr) 380px; gap: 48px 56px; }
  .inbox main { grid-template-columns: minmax(0, 1fr); gap: 40px; }
  .control .column { display: grid; gap: 40px; align-content: start; min-width: 0; }
  .face .top strong { flex: none; }
  .face .top .pill { order: 0; }
  .face .top form { margin-left: auto; }
  .face .switches { grid-template-columns: repeat(3, minmax(0, 1fr)) auto; }
  .face .switches .button { grid-column: -2 / -1; }
}
@media (prefers-color-scheme: dark) { .checkout { background: var(--paper); } }
@media (max-width: 899px) { .control .column { display: contents; } }
`;
