/** Draws a license certificate on one page. Its QR code opens the verification page. */
import QRCode from 'qrcode'

import { formatLongDate } from '../dates.ts'
import type { CertificateContent, ForSeller } from './content.ts'
import { drawHeader, TEXT_COLOR, MARGIN, createSheet, MUTED_COLOR } from './sheet.ts'

const LABEL_WIDTH = 104
const CODE_SIZE = 132

export const drawCertificate = (content: ForSeller<CertificateContent>): Promise<Buffer> => {
  const { clip, granted_at, ends_at, order, seller, issue, production, terms } = content
  const sheet = createSheet({
    paper: content.paper,
    title: `License certificate, clip ${clip.number}`,
    created_at: issue?.issued_at ?? granted_at,
    seller,
  })
  drawHeader(sheet, 'License certificate', order, issue)
  const drawField = (label: string, value: string) => {
    sheet.ensureSpace(40)
    const top = sheet.y
    sheet.write(label, MARGIN, top + 0.8, { size: 8.5, color: MUTED_COLOR, width: LABEL_WIDTH })
    sheet.y += sheet.write(value, MARGIN + LABEL_WIDTH, top, { size: 10 }) + 5
  }
  sheet.rule(sheet.y, TEXT_COLOR)
  sheet.y += 16
  drawField('Licensee', [content.licensee, content.licensee_address].filter(part => part !== '').join(', '))
  drawField('Clip', `${clip.number} ${clip.name}, by ${clip.filmmaker}`)
  drawField('Format', clip.format)
  drawField('Production', production ? `${production.name}, for ${production.client}` : 'Not named yet')
  drawField('End client', content.client)
  for (const { distributions, territory, term } of content.grants) {
    drawField('Distributions', distributions)
    drawField('Territory', territory)
    drawField('Term', term)
  }
  for (const limit of content.limits) drawField('Limits', limit)
  drawField('Granted', formatLongDate(granted_at))
  if (ends_at) drawField('Ends', formatLongDate(ends_at))
  if (terms) drawField('License terms', `Version ${terms.version} of ${formatLongDate(terms.effective_from)}`)
  if (clip.sha256 !== '') drawField('Master', `SHA-256 ${clip.sha256}`)
  sheet.ensureSpace(CODE_SIZE + 40)
  sheet.y += 12
  sheet.rule(sheet.y)
  sheet.y += 20
  drawCode(sheet.doc, content.verify_url, MARGIN, sheet.y)
  const x = MARGIN + CODE_SIZE + 24
  let y = sheet.y + 4
  y += sheet.write('Verify', x, y, { font: 'title', size: 11, tag: 'H2' }) + 6
  y += sheet.write('Scan or open the link to confirm this license is valid.', x, y) + 6
  y += sheet.write(content.verify_url, x, y, { font: 'mono', size: 7.5 }) + 8
  sheet.write(`Signed with Ed25519 by ${content.issuer}, key ${content.key_id}.`, x, y, {
    size: 8.5,
    color: MUTED_COLOR,
  })
  return sheet.close(`Questions about this license? ${seller.email}`, order)
}

/** Draws the dark modules as one shape, so that printers leave no lines between them. */
const drawCode = (doc: PDFKit.PDFDocument, text: string, left: number, top: number) => {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const moduleSize = CODE_SIZE / modules.size
  doc.markContent('Artifact', { type: 'Layout' })
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        doc.rect(left + column * moduleSize, top + row * moduleSize, moduleSize + 0.02, moduleSize + 0.02)
  doc.fill(TEXT_COLOR)
  doc.endMarkedContent()
}
