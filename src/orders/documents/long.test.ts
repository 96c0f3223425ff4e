/** Documents of orders with hundreds of lines: every line is drawn, on pages with room for it. */
import { inflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { defaultSettings } from '#platform/settings/groups.ts'

import { extractPdfPages } from '../../../testing/pdf.ts'
import type { AgreementContent, BillContent } from './content.ts'
import { drawDocument } from './pdf.ts'
import { toSeller } from './seller.server.ts'

const seller = toSeller(defaultSettings)

const CLIP_COUNT = 300
const createClip = (n: number) => ({
  number: 10_000 + n,
  name:
    n % 7 === 0 ? 'A very long name of a clip that has to be broken into two lines, because it says it all' : 'Tide',
  filmmaker: 'Fallow Field Pictures',
  format: 'HD, 1920 × 1080',
})
const createBill = (kind: BillContent['kind']): BillContent => ({
  kind,
  is_invoice: false,
  payment_reference: 'LT-2026-000042',
  is_corrected: false,
  paper: 'A4',
  number: kind === 'credit-note' ? 'LC-2026-000042' : 'LT-2026-000042',
  placed_at: '2026-11-20T10:00:00.000Z',
  due_at: '2026-12-20T10:00:00.000Z',
  paid_at: kind === 'receipt' ? '2026-11-20T10:00:00.000Z' : null,
  payment_method: kind === 'invoice' ? '' : 'Visa ending in 1111',
  bill_to: ['Aster & Daughters', 'Nora Brandt', '12 Harbor Way', 'Oakland, California 94607', 'United States'],
  references: [{ label: 'Purchase order', value: 'PO-4471' }],
  licenses: [
    {
      sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
      clips: Array.from({ length: CLIP_COUNT }, (_, n) => ({ ...createClip(n), price_cents: 19_900 + n })),
    },
  ],
  sub_total_cents: 5_970_000,
  non_profit_discount_cents: 0,
  discount_label: 'Discount',
  discount_cents: 0,
  upgrade_label: '',
  upgrade_credit_cents: 0,
  processing_fee_cents: 0,
  tax_cents: 0,
  tax_label: 'Tax',
  tax_note: '',
  seller_tax_id: '',
  credited_before_cents: 0,
  total_cents: 5_970_000,
  pay_url: kind === 'invoice' ? 'https://longtake.example/checkout/LT-2026-000042' : '',
  closing: '',
  e_invoice: null,
})
const agreement: AgreementContent = {
  kind: 'license-agreement',
  paper: 'LETTER',
  number: 'LT-2026-000042',
  placed_at: '2026-11-20T10:00:00.000Z',
  licensee: ['Aster & Daughters'],
  is_on_hold: false,
  has_limits: false,
  terms: {
    summary: ['It covers one production.', 'Do not pass the clip itself on.'],
    effective_from: '2026-11-20T00:00:00.000Z',
    version: 1,
    url: 'https://longtake.example/license-terms?version=1',
    sha256: '0'.repeat(64),
  },
  licenses: [
    {
      client: 'Commercial · 2–50 people',
      agreed: [],
      grants: [{ distributions: 'Web & Social', territory: 'Worldwide', term: 'Perpetual' }],
      clips: Array.from({ length: CLIP_COUNT }, (_, n) => ({
        ...createClip(n),
        sha256: '0'.repeat(64),
        limits: [],
        project: 'For Aster Foods: Tidal',
      })),
    },
  ],
}

/** Returns where each text operation starts on each page, in points from the page's bottom. */
const listTextHeights = (pdf: Buffer): number[][] =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .flatMap(([, body = '']) => {
      try {
        return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    .filter(stream => stream.includes(' TJ'))
    .map(stream => [...stream.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y = '']) => Number(y)))

test.each([
  ['receipt', createBill('receipt')],
  ['invoice', createBill('invoice')],
  ['credit note', createBill('credit-note')],
  ['license agreement', agreement],
])('%s of 300 clips fills its pages, and nothing overlaps a footer', async (_, content) => {
  const pdf = await drawDocument({ ...content, seller })
  const pages = listTextHeights(pdf)
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(pages.length)
  // Three or four text operations for each clip, and a footer of two on each page.
  expect(pages.flat().length).toBeGreaterThan(CLIP_COUNT * 3)
  expect(pages.length).toBeGreaterThan(12)
  expect(pages.length).toBeLessThan(50)
  for (const [index, heights] of pages.entries()) {
    const footer = heights.filter(y => y < 60)
    expect([index, footer.length]).toEqual([index, 2])
    expect(Math.min(...heights.filter(y => y >= 60))).toBeGreaterThan(75)
    // The closing lines stay together and may leave space on the page before; no other page is half empty.
    if (index < pages.length - 2) expect(Math.min(...heights.filter(y => y >= 60))).toBeLessThan(200)
  }
  expect((await drawDocument({ ...content, seller })).equals(pdf)).toBe(true)
})

test.each(['receipt', 'invoice', 'credit-note'] as const)(
  'the totals of a %s are never on a page without a clip, however many clips there are',
  async kind => {
    const content = createBill(kind)
    for (let count = 1; count <= 24; count += 1) {
      const licenses = content.licenses.map(license => ({ ...license, clips: license.clips.slice(0, count) }))
      const pages = await extractPdfPages(await drawDocument({ ...content, licenses, seller }))
      expect(pages.at(-1), `${count} clips`).toMatch(/Total (paid|due|credited)/)
      expect(pages.at(-1), `${count} clips`).toContain('Fallow Field Pictures')
    }
  },
)
