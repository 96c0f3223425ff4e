/** A license on one page, for whoever asks for proof: its QR code leads to where it can be checked. */
import QRCode from 'qrcode'

import { brand } from '#platform/brand.ts'

import { longDate } from '../dates.ts'
import type { CertificatePaper } from './facts.ts'
import { drawHead, ink, margin, openSheet, soft } from './sheet.ts'

const label_width = 104
const code_side = 132

export const drawCertificate = (facts: CertificatePaper): Promise<Buffer> => {
  const { clip, granted_at, ends_at, order } = facts
  const sheet = openSheet({ paper: 'A4', title: `License certificate, clip ${clip.number}`, made_at: granted_at })
  drawHead(sheet, 'License certificate', order)
  const fact = (label: string, value: string) => {
    sheet.room(40)
    const top = sheet.y
    sheet.write(label, margin, top + 0.8, { size: 8.5, color: soft, width: label_width })
    sheet.y += sheet.write(value, margin + label_width, top, { size: 10 }) + 5
  }
  sheet.rule(sheet.y, ink)
  sheet.y += 16
  fact('Licensee', facts.licensee)
  fact('Clip', `${clip.number} ${clip.name}, by ${clip.filmmaker}`)
  fact('Format', clip.format)
  fact('End client', facts.client)
  for (const { distributions, territory, term } of facts.grants) {
    fact('Distributions', distributions)
    fact('Territory', territory)
    fact('Term', term)
  }
  fact('Granted', longDate(granted_at))
  if (ends_at) fact('Ends', longDate(ends_at))
  sheet.room(code_side + 40)
  sheet.y += 12
  sheet.rule(sheet.y)
  sheet.y += 20
  drawCode(sheet.doc, facts.verify_url, margin, sheet.y)
  const x = margin + code_side + 24
  let y = sheet.y + 4
  y += sheet.write('Check it', x, y, { font: 'title', size: 11, tag: 'H2' }) + 6
  y += sheet.write('Scan the code, or open this address. The page says whether the license holds today.', x, y) + 6
  y += sheet.write(facts.verify_url, x, y, { font: 'mono', size: 7.5 }) + 8
  sheet.write(`Signed with Ed25519 by ${facts.issuer}, key ${facts.key_id}.`, x, y, { size: 8.5, color: soft })
  return sheet.close(`Questions about this license? ${brand.email}`, order)
}

/** Dark squares in one shape, so that no printer leaves lines between them. */
const drawCode = (doc: PDFKit.PDFDocument, text: string, left: number, top: number) => {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const side = code_side / modules.size
  doc.markContent('Artifact', { type: 'Layout' })
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) doc.rect(left + column * side, top + row * side, side + 0.02, side + 0.02)
  doc.fill(ink)
  doc.endMarkedContent()
}
