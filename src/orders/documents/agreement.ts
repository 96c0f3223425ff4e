/** Draws an order's license agreement: what the workspace may do with its clips. */

import { licenseRules } from '#licensing/license-rules.ts'

import { formatLongDate } from '../dates.ts'
import type { AgreementContent, ForSeller } from './content.ts'
import { drawHeader, TEXT_COLOR, MARGIN, createSheet, MUTED_COLOR, type Sheet } from './sheet.ts'

const LABEL_WIDTH = 104

export const drawAgreement = (content: ForSeller<AgreementContent>): Promise<Buffer> => {
  const { number, paper, placed_at, licenses, seller, issue } = content
  const created_at = issue?.issued_at ?? placed_at
  const sheet = createSheet({ paper, title: `License agreement ${number}`, created_at, seller })
  drawHeader(sheet, 'License agreement', number, issue)
  drawParties(sheet, content)
  for (const [i, license] of licenses.entries()) drawLicense(sheet, license, i + 1)
  drawTerms(sheet, content)
  return sheet.close(`Licensed for the filmmakers named above. Questions? ${seller.email}`, number)
}

const drawField = (sheet: Sheet, label: string, value: string) => {
  sheet.ensureSpace(30)
  const top = sheet.y
  sheet.write(label, MARGIN, top + 0.8, { size: 8.5, color: MUTED_COLOR, width: LABEL_WIDTH })
  sheet.y += sheet.write(value, MARGIN + LABEL_WIDTH, top, { size: 10 }) + 4
}

const ON_HOLD_TEXT =
  'The payment of this order is disputed. Until that is settled, the licenses below are on hold and do not permit a new use.'

const drawParties = (sheet: Sheet, { licensee, placed_at, is_on_hold }: AgreementContent) => {
  const { legal_name, address, country } = sheet.seller
  const licensor = [legal_name, ...address, ...(address.length > 0 ? [country] : [])].join(', ')
  sheet.rule(sheet.y, TEXT_COLOR)
  sheet.y += 14
  drawField(sheet, 'Licensor', `${licensor}; for the filmmaker of each clip`)
  drawField(sheet, 'Licensee', licensee.join(', '))
  drawField(sheet, 'Granted', formatLongDate(placed_at))
  if (is_on_hold) drawField(sheet, 'On hold', ON_HOLD_TEXT)
  sheet.y += 20
}

const drawLicense = (
  sheet: Sheet,
  { client, agreed, grants, clips }: AgreementContent['licenses'][number],
  number: number,
) => {
  const { write, rule } = sheet
  sheet.ensureSpace(130)
  sheet.y += write(`License ${number}`, MARGIN, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 6
  drawField(sheet, 'End client', client)
  for (const { distributions, territory, term } of grants) {
    drawField(sheet, 'Distributions', distributions)
    drawField(sheet, 'Territory', territory)
    drawField(sheet, 'Term', term)
  }
  for (const text of agreed) drawField(sheet, 'Agreed use', text)
  sheet.y += 4
  for (const clip of clips) {
    sheet.ensureSpace(70 + 12 * clip.limits.length)
    rule(sheet.y)
    const y = sheet.y + 9
    write(String(clip.number), MARGIN, y + 1, { font: 'mono', size: 8.5, color: MUTED_COLOR, width: LABEL_WIDTH })
    const nameHeight = write(clip.name, MARGIN + LABEL_WIDTH, y, { font: 'text-strong', size: 10 })
    const detailsHeight = write(`${clip.filmmaker}  ·  ${clip.format}`, MARGIN + LABEL_WIDTH, y + nameHeight, {
      size: 8.5,
      color: MUTED_COLOR,
    })
    let textTop = y + nameHeight + detailsHeight
    for (const limit of clip.limits) textTop += write(limit, MARGIN + LABEL_WIDTH, textTop, { size: 8.5 })
    const muted = { size: 8.5, color: MUTED_COLOR } as const
    textTop += write(clip.project, MARGIN + LABEL_WIDTH, textTop, muted)
    textTop += write(`Master SHA-256: ${clip.sha256}`, MARGIN + LABEL_WIDTH, textTop, { ...muted, size: 7 })
    sheet.y = textTop + 9
  }
  rule(sheet.y)
  sheet.y += 24
}

const { precedence } = licenseRules

/** Terms of the owner, or of earlier orders, may not say that a license with limits comes before them. */
const toTermSentences = ({ has_limits, terms: { summary } }: AgreementContent): string[] =>
  has_limits && !summary.some(sentence => sentence.includes(precedence.short))
    ? [precedence.short, ...summary]
    : summary

const drawTerms = (sheet: Sheet, content: AgreementContent) => {
  const { url, effective_from, sha256, version } = content.terms
  sheet.ensureSpace(120)
  sheet.y += sheet.write('Terms', MARGIN, sheet.y, { font: 'title', size: 11, tag: 'H2' }) + 6
  const fullTerms = `Version ${version} of the license terms, of ${formatLongDate(effective_from)}, applies in full: ${url}`
  for (const sentence of [...toTermSentences(content), fullTerms, `SHA-256 of their text: ${sha256}`]) {
    sheet.ensureSpace(34)
    sheet.y += sheet.write(sentence, MARGIN, sheet.y, { size: 9.5 }) + 5
  }
}
