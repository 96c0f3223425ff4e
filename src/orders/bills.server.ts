/** Issues receipts, invoices and credit notes. */
import type { Deps } from '#platform/deps.ts'

import { findLastCorrection } from './billing-corrections.server.ts'
import { listCreditNotes } from './credit-notes.server.ts'
import { buildBill, buildCreditNoteBill } from './documents.server.ts'
import { buildEInvoice } from './documents/e-invoice.ts'
import { getPrinter } from './documents/printer.server.ts'
import { issueDocument, type DocumentSubject, type StoredDocument } from './documents/stored.server.ts'
import { loadOrder } from './order-detail.server.ts'
import { createPaymentUrl } from './payment-link.server.ts'

type BillKind = 'receipt' | 'invoice'

export type IssueDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'storage' | 'clock' | 'settings'>

/** Returns what a document of an order is about. Throws 404 for another workspace's order. */
export const getDocumentSubject = async <Kind extends DocumentSubject['kind']>(
  { db }: Pick<Deps, 'db'>,
  { workspace_id, number, kind, subject = number }: DocumentKey<Kind>,
) => ({ kind, subject, order_id: (await loadOrder(db, workspace_id, number)).id })

type DocumentKey<Kind> = { workspace_id: number; number: string; kind: Kind; subject?: string }

/** Throws 404 for another workspace's order, 409 with the reason when the order does not have the document (yet). */
export const issueBill = async (
  deps: IssueDeps,
  workspace_id: number,
  number: string,
  kind: BillKind,
): Promise<StoredDocument> => {
  const { db } = deps
  const subject = await getDocumentSubject(deps, { workspace_id, number, kind })
  return issueDocument(deps, {
    ...subject,
    load: async () => {
      const notes = await listCreditNotes(db, subject.order_id)
      const correction = await findLastCorrection(db, subject.order_id, number)
      return {
        state: { credit_notes: notes.map(note => note.number), ...(correction && { correction: correction.number }) },
        content: await buildBill(db, workspace_id, number, kind, createPaymentUrl(deps, number)),
      }
    },
    print: content => getPrinter(deps).print(content),
    buildXml: buildEInvoice,
  })
}

/** Throws 404. */
export const issueCreditNote = async (
  deps: IssueDeps,
  workspace_id: number,
  order_number: string,
  number: string,
): Promise<StoredDocument> => {
  const key = { workspace_id, number: order_number, kind: 'credit-note' as const, subject: number }
  return issueDocument(deps, {
    ...(await getDocumentSubject(deps, key)),
    load: async () => ({
      // A credit note never changes.
      state: {},
      content: await buildCreditNoteBill(deps.db, workspace_id, order_number, number),
    }),
    print: content => getPrinter(deps).print(content),
    buildXml: buildEInvoice,
  })
}
