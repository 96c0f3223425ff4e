/** The paper that all documents of an order are drawn on: fonts inside, tagged, the brand's head, the number at the foot of each page. */
import { readFileSync } from 'node:fs'

import PDFDocument from 'pdfkit'

import { brand } from '#platform/brand.ts'

export const margin = 56
const footer = 30
export const ink = '#1d1a17'
export const soft = '#6b645c'
const line = '#ddd7cf'
const amber = '#e2a03f'

const faces = Object.fromEntries(
  (['title', 'text', 'text-strong', 'mono'] as const).map(name => [
    name,
    readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url)),
  ]),
)

type Style = {
  font?: string
  size?: number
  color?: string
  align?: 'left' | 'right'
  width?: number
  /** What a screen reader takes it for. */
  tag?: 'H1' | 'H2' | 'P'
}

/** What nobody has to hear read aloud. */
const unread = (doc: PDFKit.PDFDocument, draw: () => void) => {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

type Paper = { paper: 'A4' | 'LETTER'; title: string; made_at: string }

/** A page with a pen that remembers how far down it is, in points. The same strokes give the same bytes. */
export const openSheet = ({ paper, title, made_at }: Paper) => {
  const doc = new PDFDocument({
    size: paper,
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: brand.legal_name, CreationDate: new Date(made_at) },
  })
  for (const [name, bytes] of Object.entries(faces)) doc.registerFont(name, bytes)
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const read = doc.struct('Document')
  doc.addStructure(read)
  const right = doc.page.width - margin
  const sheet = {
    doc,
    y: margin,
    right,
    width: right - margin,
    /** Writes at x, wrapped to `width`; answers how high it stands. Long words break rather than run out of the page. */
    write: (
      text: string,
      x: number,
      y: number,
      { font = 'text', size = 9.5, color = ink, align = 'left', width = right - x, tag = 'P' }: Style = {},
    ) => {
      doc.font(font).fontSize(size).fillColor(color)
      doc.text(text, x, y, { width, align, lineGap: 1.5, structParent: read, structType: tag })
      return doc.heightOfString(text, { width, lineGap: 1.5 })
    },
    rule: (y: number, color = line, from = margin) =>
      unread(doc, () => void doc.moveTo(from, y).lineTo(right, y).lineWidth(0.6).strokeColor(color).stroke()),
    /** Begins a new page when `height` points do not fit. */
    room: (height: number) => {
      if (sheet.y + height <= doc.page.height - margin - footer) return
      doc.addPage()
      sheet.y = margin
    },
    /** Writes the words and the page's number at the foot of each page; answers the whole document. */
    close: (words: string, number: string): Promise<Buffer> => {
      read.end()
      drawFeet(sheet, words, number)
      doc.end()
      return whole
    },
  }
  return sheet
}

export type Sheet = ReturnType<typeof openSheet>

/** Whose paper it is, what it is and of which order. */
export const drawHead = (sheet: Sheet, name: string, number: string) => {
  const { doc, write, width } = sheet
  unread(doc, () => drawFrame(doc, margin, margin + 2.4))
  write(brand.name, margin + 28, margin - 0.5, { font: 'title', size: 14 })
  const contact = { size: 8.5, color: soft, align: 'right', width } as const
  write(brand.legal_name, margin, margin + 1, contact)
  write(`${brand.email}  ·  ${brand.phone}`, margin, margin + 14, contact)
  write(`VAT ${brand.vat_number}`, margin, margin + 27, contact)
  sheet.y = margin + 72
  write(name, margin, sheet.y, { font: 'title', size: 30, tag: 'H1' })
  write(number, margin, sheet.y + 17, { font: 'mono', size: 11, align: 'right', width })
  sheet.y += 52
}

/** The mark beside the brand's name: a scope frame with its playhead lit. */
const drawFrame = (doc: PDFKit.PDFDocument, x: number, y: number) => {
  doc
    .rect(x + 0.65, y + 0.65, 20.8, 9.1)
    .lineWidth(1.3)
    .strokeColor(ink)
    .stroke()
  doc.rect(x + 13, y + 1.3, 1.6, 7.8).fill(amber)
}

const drawFeet = ({ doc, right, width }: Pick<Sheet, 'doc' | 'right' | 'width'>, words: string, number: string) => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    // Text below the margin would open a new page.
    doc.page.margins.bottom = 0
    unread(doc, () => {
      const y = doc.page.height - margin
      doc
        .moveTo(margin, y - 12)
        .lineTo(right, y - 12)
        .lineWidth(0.6)
        .strokeColor(line)
        .stroke()
      doc
        .font('text')
        .fontSize(8)
        .fillColor(soft)
        .text(words, margin, y, { width: width - 104, lineBreak: false })
      doc
        .font('mono')
        .fontSize(7.5)
        .text(`${number}  ${page - start + 1}/${count}`, margin, y, { width, align: 'right', lineBreak: false })
    })
  }
}
