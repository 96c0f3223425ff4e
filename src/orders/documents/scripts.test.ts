/** Documents of buyers whose names are in any script. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { defaultSettings } from '#platform/settings/groups.ts'

import { extractPdfText } from '../../../testing/pdf.ts'
import type { BillContent } from './content.ts'
import { drawDocument } from './pdf.ts'
import { layOutLines, type TextRun } from './scripts.ts'
import { toSeller } from './seller.server.ts'

const createReceipt = (bill_to: string[], footer = ''): Parameters<typeof drawDocument>[0] => {
  const content: BillContent = {
    kind: 'receipt',
    is_invoice: false,
    payment_reference: 'LT-2026-000042',
    is_corrected: false,
    paper: 'A4',
    number: 'LT-2026-000042',
    placed_at: '2026-11-20T10:00:00.000Z',
    due_at: null,
    paid_at: '2026-11-20T10:00:00.000Z',
    payment_method: 'Visa ending in 1111',
    bill_to,
    references: [],
    licenses: [],
    sub_total_cents: 0,
    non_profit_discount_cents: 0,
    discount_label: '',
    discount_cents: 0,
    upgrade_label: '',
    upgrade_credit_cents: 0,
    processing_fee_cents: 0,
    tax_cents: 0,
    tax_label: 'Tax',
    tax_note: '',
    seller_tax_id: '',
    credited_before_cents: 0,
    total_cents: 0,
    pay_url: '',
    closing: '',
    e_invoice: null,
  }
  return { ...content, seller: { ...toSeller(defaultSettings), footer } }
}
const readReceipt = async (bill_to: string[], footer?: string) =>
  extractPdfText(await drawDocument(createReceipt(bill_to, footer)))
const withoutSpaces = (text: string) => text.normalize('NFKC').replaceAll(/\s/gu, '')

test.each([
  ['Greek', 'Ελληνικά Φιλμ ΑΕ'],
  ['Bulgarian', 'Българска Телевизия ООД'],
  ['Vietnamese', 'Nguyễn Thị Đặng'],
  ['Japanese', '株式会社ロングテイク東京'],
  ['Chinese', '北京长镜头影视文化传播有限公司'],
  ['Korean', '서울 필름 주식회사'],
  ['Armenian', 'Հայ Ֆիլմ'],
  ['Georgian', 'ქართული ფილმი'],
  ['Ethiopic', 'የኢትዮጵያ ፊልም'],
  ['Hebrew', 'סרטים'],
])('a %s name is on the receipt', async (_, name) => {
  expect(withoutSpaces(await readReceipt([name, 'Main Street 1']))).toContain(withoutSpaces(name))
})

test('a character without a glyph shows its code point', async () => {
  expect(await readReceipt(['🎬 Emoji Films'])).toContain('[U+1F3AC] Emoji Films')
})

test('the same name gives the same bytes, also in the seller’s footer', async () => {
  const receipt = createReceipt(['株式会社ロングテイク'], 'Η εταιρεία')
  const pdf = await drawDocument(receipt)
  expect((await drawDocument(receipt)).equals(pdf)).toBe(true)
  expect(withoutSpaces(await extractPdfText(pdf))).toContain('Ηεταιρεία')
})

const measureByLength = ({ text }: TextRun) => text.length
const toText = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join('')
const layOut = (text: string, width = 1_000) => layOutLines(text, 'text', width, measureByLength).map(toText)

test('words that run from right to left are in reading order, with numbers and other words between them', () => {
  // Each run keeps its letters in logical order: the font's shaping turns them around.
  expect(layOut('סרטים ארוכים 42 Ltd')).toEqual(['Ltd 42 ארוכים סרטים'])
  expect(layOut('Studio סרטים ארוכים GmbH')).toEqual(['Studio ארוכים סרטים GmbH'])
  expect(layOut('סרטים (ארוכים)')).toEqual(['(ארוכים) סרטים'])
})

test('lines break at spaces, and in scripts without spaces between words', () => {
  expect(layOut('Φίλμ Αθήνα Πάτρα', 11)).toEqual(['Φίλμ Αθήνα', 'Πάτρα'])
  expect(layOut('ภาพยนตร์ยาว', 8)).toEqual(['ภาพยนตร์', 'ยาว'])
  expect(layOut('東京映像制作', 4).join('')).toBe('東京映像制作')
})

const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom('Φιλμ', 'סרטים', 'شركة', '東京', 'ภาพยนตร์', 'Ltd', '42', '(a)', ' '), { maxLength: 40 })
    .map(parts => parts.join('')),
)

test('no visible character is lost, and no line is wider than its column', () => {
  fc.assert(
    fc.property(name, fc.integer({ min: 8, max: 60 }), (text, width) => {
      const lines = layOutLines(text, 'text', width, measureByLength)
      const count = (value: string) => withoutSpaces(value).length
      const drawn = lines.map(toText).join('')
      if (!/\[U\+/.test(drawn)) expect(count(drawn)).toBe(count(text))
      for (const line of lines)
        expect(line.length <= 1 || toText(line).trim().length <= width || /\[U\+/.test(toText(line))).toBe(true)
    }),
  )
})
