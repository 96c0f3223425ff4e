/** The page layout of all order documents: embedded fonts, tags, the seller's header, and the document number in each footer. */
import PDFDocument from 'pdfkit'

import { formatLongDate } from '../dates.ts'
import type { DocumentIssue } from './content.ts'
import { attachEInvoice } from './factur-x.ts'
import {
  documentFonts,
  getAscent,
  isPlainText,
  layOutLines,
  loadFontBytes,
  type DocumentFont,
  type TextRun,
} from './scripts.ts'
import type { Seller } from './seller.server.ts'

export const MARGIN = 56
const FOOTER_HEIGHT = 30
export const TEXT_COLOR = '#1d1a17'
export const MUTED_COLOR = '#6b645c'
/** The largest logo, in points. */
const LOGO_BOX: [number, number] = [180, 30]
const RULE_COLOR = '#ddd7cf'
const ACCENT_COLOR = '#e2a03f'

const LINE_GAP = 1.5

type TextStyle = {
  font?: DocumentFont
  size?: number
  color?: string
  align?: 'left' | 'right'
  width?: number
  /** The structure tag for screen readers. */
  tag?: 'H1' | 'H2' | 'P'
}

/** Draws something that screen readers skip. */
const drawArtifact = (doc: PDFKit.PDFDocument, draw: () => void) => {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

type SheetOptions = {
  paper: 'A4' | 'LETTER'
  title: string
  created_at: string
  seller: Seller
  e_invoice_xml?: string | undefined
}

/** Creates a document with a cursor `y`, in points. The same drawing calls give the same bytes. */
export const createSheet = ({ paper, title, created_at, seller, e_invoice_xml }: SheetOptions) => {
  // The PDF library writes the author into XML as it is.
  const isPlainAuthor = !/[&<>]/.test(seller.legal_name)
  const doc = new PDFDocument({
    size: paper,
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    ...(e_invoice_xml !== undefined && { subset: 'PDF/A-3b' as const }),
    info: { Title: title, ...(isPlainAuthor && { Author: seller.legal_name }), CreationDate: new Date(created_at) },
  })
  if (e_invoice_xml !== undefined) attachEInvoice(doc, e_invoice_xml, new Date(created_at))
  for (const name of documentFonts) doc.registerFont(name, loadFontBytes(name))
  const chunks: Buffer[] = []
  const result = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const structure = doc.struct('Document')
  doc.addStructure(structure)
  const right = doc.page.width - MARGIN
  const sheet = {
    doc,
    seller,
    y: MARGIN,
    right,
    width: right - MARGIN,
    /** Writes text at x, wrapped to `width`, and returns its height. Long words are broken instead of running off the page. */
    write: (
      text: string,
      x: number,
      y: number,
      { font = 'text', size = 9.5, color = TEXT_COLOR, align = 'left', width = right - x, tag = 'P' }: TextStyle = {},
    ) => {
      doc.font(font).fontSize(size).fillColor(color)
      if (isPlainText(text, font)) {
        doc.text(text, x, y, { width, align, lineGap: LINE_GAP, structParent: structure, structType: tag })
        return doc.heightOfString(text, { width, lineGap: LINE_GAP })
      }
      let height = 0
      // Assistive technology reads the text, not the runs in visual order.
      structure.add(
        doc.struct(tag, { actual: text }, () => {
          height = drawRuns(doc, text, { x, y, font, size, align, width })
        }),
      )
      return height
    },
    rule: (y: number, color = RULE_COLOR, from = MARGIN) =>
      drawArtifact(doc, () => void doc.moveTo(from, y).lineTo(right, y).lineWidth(0.6).strokeColor(color).stroke()),
    /** Starts a new page when `height` points do not fit. */
    ensureSpace: (height: number) => {
      if (sheet.y + height <= doc.page.height - MARGIN - FOOTER_HEIGHT) return
      doc.addPage()
      sheet.y = MARGIN
    },
    /** Writes the text and the page number in each footer, and returns the document. */
    close: (footerText: string, number: string): Promise<Buffer> => {
      structure.end()
      drawFooters(sheet, [footerText, seller.footer].filter(text => text !== '').join(' '), number)
      doc.end()
      return result
    },
  }
  return sheet
}

export type Sheet = ReturnType<typeof createSheet>

type RunsStyle = Required<Pick<TextStyle, 'font' | 'size' | 'align' | 'width'>> & { x: number; y: number }

/** Draws text that needs more than one font or direction, and returns its height. */
const drawRuns = (doc: PDFKit.PDFDocument, text: string, { x, y, font, size, align, width }: RunsStyle): number => {
  const lineHeight = doc.font(font).fontSize(size).heightOfString('x', { lineGap: LINE_GAP })
  const measure = (run: TextRun) => useFont(doc, run.font).widthOfString(run.text)
  const lines = layOutLines(text, font, width, measure)
  for (const [index, runs] of lines.entries()) {
    const baseline = y + index * lineHeight + getAscent(font, size)
    const lineWidth = runs.reduce((total, run) => total + measure(run), 0)
    let left = align === 'right' ? x + width - lineWidth : x
    for (const run of runs) {
      useFont(doc, run.font).text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += measure(run)
    }
  }
  return lines.length * lineHeight
}

/** Switches to a font, which the document reads when it is first used. */
const useFont = (doc: PDFKit.PDFDocument, name: string) => {
  if (name.includes('/')) doc.registerFont(name, loadFontBytes(name))
  return doc.font(name)
}

/** Draws the seller's details, and the document's name and number; for a later version, which one it replaces. */
export const drawHeader = (sheet: Sheet, name: string, number: string, issue?: DocumentIssue) => {
  const { doc, write, width, seller } = sheet
  const { logo_png: logo } = seller
  if (logo) drawArtifact(doc, () => void doc.image(Buffer.from(logo), MARGIN, MARGIN - 4, { fit: LOGO_BOX }))
  else if (seller.is_default) drawArtifact(doc, () => drawBrandMark(doc, MARGIN, MARGIN + 2.4))
  if (!logo)
    write(seller.name, MARGIN + (seller.is_default ? 28 : 0), MARGIN - 0.5, {
      font: 'title',
      size: 14,
      width: width / 2 - 28,
    })
  const contact = { size: 8.5, color: MUTED_COLOR, align: 'right', width: width / 2 } as const
  let y = MARGIN + 1
  for (const line of listContactLines(seller)) y += Math.max(13, write(line, MARGIN + width / 2, y, contact) + 1.5)
  sheet.y = Math.max(MARGIN + 72, y + 20)
  write(name, MARGIN, sheet.y, { font: 'title', size: 30, tag: 'H1' })
  write(number, MARGIN, sheet.y + 17, { font: 'mono', size: 11, align: 'right', width })
  sheet.y += 52
  if (!issue?.replaced_at) return
  const { version, issued_at, replaced_at } = issue
  const note = `Version ${version} of ${formatLongDate(issued_at)}. It replaces version ${version - 1} of ${formatLongDate(replaced_at)}.`
  sheet.y += write(note, MARGIN, sheet.y - 8, { color: MUTED_COLOR }) + 6
}

const listContactLines = ({ legal_name, address, country, email, phone, tax_ids, register }: Seller): string[] =>
  [
    legal_name,
    address.length > 0 ? [...address, country].join(', ') : '',
    [email, phone].filter(part => part !== '').join('  ·  '),
    tax_ids.join('  ·  '),
    register,
  ].filter(line => line !== '')

/** The mark beside the product's own name: a frame with a lit playhead. */
const drawBrandMark = (doc: PDFKit.PDFDocument, x: number, y: number) => {
  doc
    .rect(x + 0.65, y + 0.65, 20.8, 9.1)
    .lineWidth(1.3)
    .strokeColor(TEXT_COLOR)
    .stroke()
  doc.rect(x + 13, y + 1.3, 1.6, 7.8).fill(ACCENT_COLOR)
}

const drawFooters = (
  { doc, right, width }: Pick<Sheet, 'doc' | 'right' | 'width'>,
  footerText: string,
  number: string,
) => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Text below the margin would start a new page.
    doc.page.margins.bottom = 0
    drawArtifact(doc, () => {
      const y = doc.page.height - MARGIN
      doc
        .moveTo(MARGIN, y - 12)
        .lineTo(right, y - 12)
        .lineWidth(0.6)
        .strokeColor(RULE_COLOR)
        .stroke()
      const footer = { width: width - 104, align: 'left' } as const
      useFont(doc, 'text').fontSize(8).fillColor(MUTED_COLOR)
      if (isPlainText(footerText, 'text')) doc.text(footerText, MARGIN, y, { ...footer, lineBreak: false })
      else drawRuns(doc, footerText, { ...footer, x: MARGIN, y, font: 'text', size: 8 })
      doc
        .font('mono')
        .fontSize(7.5)
        .text(`${number}  ${page - start + 1}/${count}`, MARGIN, y, { width, align: 'right', lineBreak: false })
    })
  }
}
