/**
 * Renders a mail as HTML and plain text from the same blocks. Mail programs need tables and inline styles; a style sheet
 * adds the dark palette.
 */
import { brand, colors } from '#api/content/content.ts'
import { listAddressLines } from '#api/rules/addresses.ts'
import { TONE_COLORS } from '#api/rules/status-labels.ts'
import type { Tone } from '#api/rules/statuses.ts'
import { createMarker } from '#api/rules/text/untranslated.ts'
import type { Block, Entry, Fact, FormattedBlock, MailContent } from './content.ts'
import { toOneLine } from './words.ts'

/** Content id of the logo. It is attached to each mail, so that it shows without a download. */
export const LOGO_CID = 'logo'

const FONT =
  "font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const INK = 'color:#0f172a;'
const QUIET = 'color:#475569;'
const ACCENT = colors.accent
const TONES = {
  ...TONE_COLORS,
  accent: {
    light: { text: ACCENT[700], soft: ACCENT[50] },
    dark: { text: ACCENT[300], soft: ACCENT[950] },
  },
}

/** Overrides the inline colours when the mail program is in dark mode. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.m-ground{background-color:#0b1120!important}
.m-card{background-color:#151e32!important;border-color:#293549!important}
.m-soft{background-color:#0f172a!important;border-color:#293549!important}
.m-ink{color:#f1f5f9!important}
.m-quiet{color:#a3b1c6!important}
.m-line{border-color:#293549!important}
.m-accent{color:${ACCENT[300]}!important}
.m-bar{background-color:${ACCENT[400]}!important}
.m-note{background-color:${ACCENT[950]}!important;border-color:${ACCENT[400]}!important}
${Object.entries(TONES)
  .map(
    ([tone, { dark }]) =>
      `.m-status-${tone}{background-color:${dark.soft}!important;color:${dark.text}!important}`,
  )
  .join('\n')}
}
@media (max-width:480px){.m-pad{padding-left:24px!important;padding-right:24px!important}.m-button a{display:block!important}.m-button,.m-wide{width:100%!important}
.m-fact{display:block!important;width:auto!important;padding:0 0 12px!important;text-align:left!important}
th.m-fact{padding:12px 0 0!important;border:0!important}}`

const ADDRESS = listAddressLines(brand.registeredAddress).join(', ')

/** Marks names in the HTML that must not be translated. */
const markHtml = createMarker([brand.legalName, brand.name])

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

function escapeLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => escapeText(toOneLine(line)))
    .join('<br>')
}

export function renderHtml(content: MailContent, publicOrigin: string): string {
  const { subject, preview, eyebrow, heading, blocks } = content
  const filled = findFilledButton(blocks)
  return markHtml(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeText(subject)}</title>
<style>${DARK}</style>
</head>
<body class="m-ground" style="margin:0;padding:0;background-color:#f1f5f9;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeText(preview)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table role="presentation" class="m-ground" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f1f5f9;">
<tr><td align="center" style="padding:32px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;">
<tr><td style="padding:0 4px 20px;">${renderMasthead(publicOrigin)}</td></tr>
<tr><td class="m-bar" style="height:4px;line-height:4px;font-size:0;background-color:${ACCENT[500]};border-radius:12px 12px 0 0;">&nbsp;</td></tr>
<tr><td class="m-card m-pad" style="background-color:#ffffff;border:1px solid #e2e8f0;border-top:0;border-radius:0 0 12px 12px;padding:36px 40px 12px;">
<p class="m-accent" style="margin:0 0 8px;${FONT}font-size:13px;line-height:20px;font-weight:600;color:${ACCENT[700]};">${escapeText(eyebrow)}</p>
<h1 class="m-ink" style="margin:0 0 20px;${FONT}font-size:25px;line-height:32px;font-weight:700;letter-spacing:-0.02em;${INK}overflow-wrap:anywhere;">${escapeText(heading)}</h1>
${blocks.map((block) => renderBlock(block, block === filled)).join('\n')}
</td></tr>
<tr><td class="m-pad" style="padding:24px 40px 0;">${renderFoot(content)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}

function renderMasthead(publicOrigin: string): string {
  const home = escapeText(publicOrigin)
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:10px;"><img src="cid:${LOGO_CID}" width="32" height="32" alt="" style="display:block;border:0;"></td>
<td><a href="${home}" class="m-ink" style="${FONT}font-size:17px;line-height:24px;font-weight:700;letter-spacing:-0.01em;text-decoration:none;${INK}">${escapeText(brand.name)}</a></td>
</tr></table>`
}

function findFilledButton(blocks: readonly Block[]): Block | undefined {
  const buttons = blocks.filter((block) => typeof block === 'object' && block.type === 'button')
  return buttons.find(({ isSpelledOut }) => isSpelledOut) ?? buttons[0]
}

function renderBlock(block: Block, isFilled: boolean): string {
  if (typeof block === 'string') {
    return `<p class="m-ink" style="margin:0 0 20px;${FONT}font-size:16px;line-height:25px;${INK}overflow-wrap:anywhere;">${escapeText(toOneLine(block))}</p>`
  }
  switch (block.type) {
    case 'note':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;"><tr><td class="m-note m-ink" style="background-color:${ACCENT[50]};border-left:3px solid ${ACCENT[500]};border-radius:6px;padding:14px 18px;${FONT}font-size:15px;line-height:23px;${INK}overflow-wrap:anywhere;">${escapeLines(block.text)}</td></tr></table>`
    case 'button':
      return isFilled ? renderButton(block) : renderLink(block)
    case 'facts':
      return `<table class="m-line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid #e2e8f0;">${block.facts.map(renderFact).join('')}</table>`
    case 'entries':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;">${block.entries.map(renderEntry).join('')}</table>`
  }
}

function renderFact({ label, value, note, isTotal, tone }: Fact): string {
  const line = 'border-bottom:1px solid #e2e8f0;padding:12px 0;vertical-align:top;'
  const weight = isTotal ? 'font-size:17px;font-weight:700;' : 'font-size:15px;font-weight:500;'
  const below = note
    ? `<br><span class="m-quiet" style="font-size:13px;line-height:20px;font-weight:400;${QUIET}">${escapeText(toOneLine(note))}</span>`
    : ''
  return `<tr>
<th scope="row" align="left" width="38%" class="m-quiet m-line m-fact" style="${line}${FONT}font-size:15px;line-height:24px;font-weight:400;${QUIET}padding-right:16px;">${escapeText(toOneLine(label))}</th>
<td align="right" class="m-ink m-line m-fact" style="${line}${FONT}line-height:24px;${weight}${INK}font-variant-numeric:tabular-nums;overflow-wrap:anywhere;">${tone ? renderStatus(value, tone) : escapeText(toOneLine(value))}${below}</td>
</tr>`
}

function renderStatus(label: string, tone: Tone): string {
  const { text, soft } = TONES[tone].light
  return `<span class="m-status-${tone}" style="display:inline-block;padding:1px 10px;border-radius:12px;background-color:${soft};color:${text};font-size:14px;line-height:22px;font-weight:600;">${escapeText(label)}</span>`
}

function renderEntry({ title, text, formatted, files = [] }: Entry): string {
  return `<tr><td class="m-soft" style="background-color:#f8fafc;border:1px solid #e2e8f0;border-radius:8px;padding:14px 18px;">
<p class="m-quiet" style="margin:0 0 4px;${FONT}font-size:13px;line-height:20px;${QUIET}overflow-wrap:anywhere;">${escapeText(toOneLine(title))}</p>
<div class="m-ink" style="${FONT}font-size:15px;line-height:23px;${INK}overflow-wrap:anywhere;">${formatted ? formatted.map(renderFormatted).join('') : escapeLines(text)}</div>
${files.length > 0 ? `<p class="m-quiet" style="margin:8px 0 0;${FONT}font-size:13px;line-height:20px;${QUIET}overflow-wrap:anywhere;">${escapeText(listFiles(files))}</p>` : ''}
</td></tr><tr><td style="height:10px;line-height:10px;font-size:0;">&nbsp;</td></tr>`
}

const LISTS = { bullets: 'ul', numbers: 'ol' } as const

function renderFormatted({ kind, items }: FormattedBlock): string {
  const lines = items.map((line) => line.map(renderWords).join(''))
  if (kind === 'paragraph') return `<p style="margin:0 0 8px;">${lines.join('<br>')}</p>`
  const list = LISTS[kind]
  return `<${list} style="margin:0 0 8px;padding-left:22px;">${lines.map((line) => `<li>${line}</li>`).join('')}</${list}>`
}

function renderWords({ text, isBold, href }: FormattedBlock['items'][number][number]): string {
  const words = escapeText(text.toWellFormed())
  const shown = isBold ? `<strong>${words}</strong>` : words
  return href
    ? `<a href="${escapeText(href)}" class="m-accent" style="color:${ACCENT[700]};">${shown}</a>`
    : shown
}

const listFiles = (files: readonly string[]): string =>
  toOneLine(`${files.length === 1 ? 'File' : 'Files'}: ${files.join(', ')}`)

type ButtonBlock = Extract<Block, { type: 'button' }>

function renderButton({ label, url, isSpelledOut }: ButtonBlock): string {
  const address = escapeText(url)
  return `<table role="presentation" class="m-wide" cellpadding="0" cellspacing="0" style="margin:4px 0 14px;"><tr><td class="m-button" align="center" bgcolor="${ACCENT[700]}" style="background-color:${ACCENT[700]};border-radius:8px;">
<a href="${address}" style="display:inline-block;padding:14px 28px;${FONT}font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;">${escapeText(label)}</a>
</td></tr></table>${isSpelledOut ? renderAddress(address) : SPACE}`
}

function renderLink({ label, url, isSpelledOut }: ButtonBlock): string {
  const address = escapeText(url)
  return `<p style="margin:0 0 20px;${FONT}font-size:16px;line-height:24px;font-weight:600;"><a href="${address}" class="m-accent" style="color:${ACCENT[700]};">${escapeText(label)}</a></p>${isSpelledOut ? renderAddress(address) : ''}`
}

const SPACE = '<div style="height:10px;line-height:10px;font-size:0;">&nbsp;</div>'

/** The URL as text, for mail programs in which the button does not work. */
function renderAddress(address: string): string {
  return `<p class="m-quiet" style="margin:0 0 24px;${FONT}font-size:13px;line-height:20px;${QUIET}">Or open this address: <a href="${address}" class="m-accent" style="color:${ACCENT[700]};word-break:break-all;">${address}</a></p>`
}

function renderFoot({ because, replyTo }: MailContent): string {
  const style = `margin:0 0 10px;${FONT}font-size:13px;line-height:20px;${QUIET}`
  const questions = replyTo
    ? ''
    : ` Questions? Just reply, or write to <a href="mailto:${brand.email.support}" class="m-quiet" style="${QUIET}">${brand.email.support}</a>.`
  return `<p class="m-quiet" style="${style}">You received this email because ${escapeText(because)}${questions}</p>
<p class="m-quiet" style="${style}">${escapeText(brand.legalName)}<br>${escapeText(ADDRESS).replaceAll('-', '&#8209;')}</p>`
}

export function renderText({ heading, blocks, because, replyTo }: MailContent): string {
  return [
    `${heading}\n${'='.repeat(Math.min(heading.length, 60))}`,
    ...blocks.map(renderTextBlock),
    `--\nYou received this email because ${because}${replyTo ? '' : `\nQuestions? Just reply, or write to ${brand.email.support}.`}`,
    `${brand.name}\n${brand.legalName}\n${ADDRESS}`,
  ].join('\n\n')
}

function renderTextBlock(block: Block): string {
  if (typeof block === 'string') return toOneLine(block)
  switch (block.type) {
    case 'note':
      return toTextLines(block.text)
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.facts
        .map(({ label, value, note }) => toOneLine(`${label}: ${value}${note ? ` (${note})` : ''}`))
        .join('\n')
    case 'entries':
      return block.entries
        .map(({ title, text, formatted, files = [] }) =>
          [
            toOneLine(title),
            formatted ? formatted.map(renderTextFormatted).join('\n\n') : toTextLines(text),
            files.length > 0 && listFiles(files),
          ]
            .filter(Boolean)
            .join('\n'),
        )
        .join('\n\n')
  }
}

function renderTextFormatted({ kind, items }: FormattedBlock): string {
  const lines = items.map((line) => line.map(writeOutLink).join(''))
  if (kind === 'bullets') return lines.map((line) => `- ${toOneLine(line)}`).join('\n')
  if (kind === 'numbers') return lines.map((line, index) => `${index + 1}. ${toOneLine(line)}`).join('\n')
  return toTextLines(lines.join('\n'))
}

function writeOutLink({ text, href }: FormattedBlock['items'][number][number]): string {
  if (!href || href === `mailto:${text}`) return text
  return href.endsWith(text) ? href : `${text} (${href})`
}

function toTextLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(toOneLine)
    .join('\n')
}
