/** Electronic invoices by the official rules of EN 16931, Factur-X and PDF/A-3: `E_INVOICE_RULES=1` installs and runs them. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { issueBill, issueCreditNote } from '#orders/bills.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { listPrice, seedEuOrder, setUpIrishCompany, type EuSale } from '../../../testing/builders/eu-orders.ts'
import { seedMember, type Buyer } from '../../../testing/builders/orders.ts'
import { changeSettings } from '../../../testing/builders/settings.ts'
import { correctBilling } from '../billing-corrections.server.ts'
import { listCreditNotes, writeCreditNote } from '../credit-notes.server.ts'
import type { OrderBilling } from '../order-snapshot.ts'
import { readDocument, readXml, type StoredDocument } from './stored.server.ts'

const INSTALL_TIMEOUT_MS = 900_000

const EXIT_NOT_INSTALLED = 3

/** Returns a line for each file that is valid, and for each rule that one breaks; or why it can't be installed. */
const validate = (folder: string): Promise<{ lines: string[]; problem: string }> =>
  promisify(execFile)('sh', ['testing/e-invoices/validate.sh', folder], { maxBuffer: 50_000_000 }).then(
    ({ stdout }) => ({ lines: stdout.trim().split('\n'), problem: '' }),
    (error: Error & { code: number; stderr: string }) => {
      if (error.code !== EXIT_NOT_INSTALLED) throw error
      return { lines: [], problem: error.stderr }
    },
  )

const SALES: Record<string, EuSale> = {
  'domestic VAT': {},
  'reverse charge': { country: 'DE', vat_number: 'DE136695976' },
  'VAT by the One-Stop Shop, with the tax in SEK': { country: 'SE', postal_code: '111 20' },
  'VAT with the tax in HUF': { country: 'HU', postal_code: '1011' },
  'outside of VAT: the Canary Islands': { country: 'ES', postal_code: '35001' },
  'not registered': { seller: { country: 'IE', registrations: [] } },
  discounts: {
    lines: [
      listPrice(19_999, { nonprofit_discount_cents: 2_001, discount_cents: 1_799 }),
      listPrice(4_901, { discount_cents: 441 }),
    ],
  },
  'paid by card': { country: 'FR', postal_code: '75002', vat_number: 'FR40303265045', state: 'paid' },
  'nothing to pay': { lines: [listPrice(5_000, { discount_cents: 5_000 })] },
  'names in every script': {
    company: '株式会社 קולנוע Ταινία Кино فيلم 🎬 & "Co" <b>\u0007',
    contact: 'ดวงใจ देवी',
    po_number: '№ 7 / ٣',
  },
}

describe.skipIf(process.env['E_INVOICE_RULES'] !== '1')('by the official rules (E_INVOICE_RULES=1)', () => {
  let shop: TestApp
  let buyer: Buyer
  let folder: string
  let result: Awaited<ReturnType<typeof validate>>

  const save = async (name: string, document: StoredDocument) => {
    writeFileSync(path.join(folder, `${name}.xml`), await readXml(shop.deps, document))
    writeFileSync(path.join(folder, `${name}.pdf`), await readDocument(shop.deps, document))
  }

  type Sale = Awaited<ReturnType<typeof seedEuOrder>>
  type Credit = Partial<Parameters<typeof writeCreditNote>[1]> & { total_cents: number }

  const credit = async (name: string, { id, number, item_ids }: Sale, note: Credit) => {
    await shop.db.transaction().execute(trx =>
      writeCreditNote(trx, {
        order_id: id,
        refund_id: null,
        order_item_ids: item_ids,
        fee_cents: 0,
        refunded_to: 'Visa ending in 1111',
        now: shop.clock.now(),
        ...note,
      }),
    )
    const last = (await listCreditNotes(shop.db, id)).at(-1)
    await save(name, await issueCreditNote(shop.deps, buyer.workspace_id, number, last?.number ?? ''))
  }

  const creditFirstLine = async (name: string, { lines = [listPrice(19_900)], ...sale }: EuSale) => {
    const order = await seedEuOrder(shop, buyer, { ...sale, lines: [...lines, listPrice(24_950)] })
    const { discount_cents = 0, tax_cents = 0 } = order.parts[0] ?? {}
    const total_cents = (lines[0]?.list_cents ?? 0) - discount_cents + tax_cents
    await credit(name, order, { order_item_ids: order.item_ids.slice(0, 1), total_cents })
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'e-invoices-'))
    shop = await openTestApp()
    buyer = await seedMember(shop)
    await setUpIrishCompany(shop)
    for (const [name, sale] of Object.entries(SALES)) {
      const { number } = await seedEuOrder(shop, buyer, sale)
      const kind = sale.state === 'paid' ? 'receipt' : 'invoice'
      await save(name, await issueBill(shop.deps, buyer.workspace_id, number, kind))
    }
    await creditFirstLine('credit note for a part', { country: 'SE', postal_code: '111 20' })
    await creditFirstLine('credit note with discounts', SALES['discounts'] ?? {})
    await creditFirstLine('credit note under reverse charge', SALES['paid by card'] ?? {})
    const disputed = await seedEuOrder(shop, buyer, { state: 'paid' })
    const taken = { by_dispute: true, order_item_ids: [], total_cents: 12_300, tax_cents: 2_300 }
    await credit('credit note for a part that the bank took', disputed, taken)
    const rest = { by_dispute: true, total_cents: disputed.total_cents - 12_300 }
    await credit('credit note for the rest that the bank took', disputed, rest)

    const corrected = await seedEuOrder(shop, buyer)
    const { billing } = await shop.db
      .selectFrom('orders')
      .where('id', '=', corrected.id)
      .select('billing')
      .executeTakeFirstOrThrow()
    await shop.db.transaction().execute(trx =>
      correctBilling(trx, {
        order_id: corrected.id,
        staff_user_id: buyer.user_id,
        reason: 'A new name',
        seller_country: 'Ireland',
        billing: { ...(billing as OrderBilling), company: 'Seal Pictures DAC' },
        vat_number: null,
        now: shop.clock.now(),
      }),
    )
    await save('corrected invoice', await issueBill(shop.deps, buyer.workspace_id, corrected.number, 'invoice'))

    await changeSettings(shop, 'company', {
      country: 'US',
      tax_ids: [{ scheme: 'other', country: 'US', number: '98-1234567' }],
    })
    const abroad = { country: 'US', registrations: [] }
    const reverse = await seedEuOrder(shop, buyer, { country: 'DE', vat_number: 'DE136695976', seller: abroad })
    await save(
      'reverse charge by a seller outside of the EU',
      await issueBill(shop.deps, buyer.workspace_id, reverse.number, 'invoice'),
    )
    result = await validate(folder)
  }, INSTALL_TIMEOUT_MS)
  afterAll(async () => {
    await shop.close()
    rmSync(folder, { recursive: true })
  })

  test.for([
    ...Object.keys(SALES),
    'credit note for a part',
    'credit note with discounts',
    'credit note under reverse charge',
    'credit note for a part that the bank took',
    'credit note for the rest that the bank took',
    'corrected invoice',
    'reverse charge by a seller outside of the EU',
  ])('%s', (name, context) => {
    if (result.problem) return context.skip(result.problem)
    expect(result.lines.filter(line => line.replace('valid: ', '').startsWith(`${name}.`))).toEqual([
      `valid: ${name}.xml`,
      `valid: ${name}.pdf`,
    ])
  })
})
