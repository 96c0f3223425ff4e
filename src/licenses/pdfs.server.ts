/** Issues and sends an order's documents, to the workspace or to staff. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { getDocumentSubject, issueBill, issueCreditNote, type IssueDeps } from '#orders/bills.server.ts'
import { orderDocuments } from '#orders/contract.ts'
import { listCreditNotes } from '#orders/credit-notes.server.ts'
import { getPrinter } from '#orders/documents/printer.server.ts'
import {
  findVersion,
  issueDocument,
  readDocument,
  readXml,
  type StoredDocument,
} from '#orders/documents/stored.server.ts'
import { listDocuments, loadOrder } from '#orders/order-detail.server.ts'
import type { Deps } from '#platform/deps.ts'
import { DOCUMENT_NUMBER } from '#platform/document-numbers.ts'
import { refuse } from '#platform/http/refusal.ts'

import { buildAgreement } from './agreement.server.ts'

/** Throws 404 for another workspace's order, 409 with the reason while the order has no agreement. */
const issueAgreement = async (deps: IssueDeps, workspace_id: number, number: string): Promise<StoredDocument> => {
  const { db, config } = deps
  return issueDocument(deps, {
    ...(await getDocumentSubject(deps, { workspace_id, number, kind: 'license-agreement' })),
    load: () => buildAgreement({ db, public_url: config.public_url }, workspace_id, number),
    print: content => getPrinter(deps).print(content),
  })
}

/** `name` is a kind of document or the number of a credit note. */
type DocumentName = { workspace_id: number; number: string; name: string }

const isCreditNote = (name: string) => DOCUMENT_NUMBER.test(name)

/** Returns the current version, and issues it if needed. Throws 404, or 409 with the reason while it does not exist. */
export const issueOrderDocument = async (
  deps: IssueDeps,
  { workspace_id, number, name }: DocumentName,
): Promise<StoredDocument> => {
  if (isCreditNote(name)) return issueCreditNote(deps, workspace_id, number, name)
  const kind = orderDocuments.find(document => document === name)
  if (kind === undefined) throw refuse.missing('document')
  return kind === 'license-agreement'
    ? issueAgreement(deps, workspace_id, number)
    : issueBill(deps, workspace_id, number, kind)
}

/** Issues every document that an order has now, so that each is stored as it was at the time. */
export const issueOrderDocuments = async (deps: IssueDeps, order_id: number): Promise<void> => {
  const { workspace_id, number } = await deps.db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['workspace_id', 'universal_invoice_number as number'])
    .executeTakeFirstOrThrow()
  if (number === null) return
  const order = await loadOrder(deps.db, workspace_id, number)
  const notes = await listCreditNotes(deps.db, order_id)
  for (const name of [...listDocuments(order), ...notes.map(note => note.number)])
    await issueOrderDocument(deps, { workspace_id, number, name })
}

/** Throws 404. */
const findOrderDocument = async (
  deps: IssueDeps,
  { workspace_id, number, name }: DocumentName,
  version: number,
): Promise<StoredDocument> => {
  const kind = isCreditNote(name) ? 'credit-note' : orderDocuments.find(document => document === name)
  if (kind === undefined) throw refuse.missing('document')
  const subject = isCreditNote(name) ? name : number
  return findVersion(deps.db, await getDocumentSubject(deps, { workspace_id, number, kind, subject }), version)
}

export const createOrderPdfs = (app: FastifyInstance, deps: Deps) => {
  app.addHook('onClose', getPrinter(deps).close)

  const print = async (document: DocumentName): Promise<Buffer> =>
    readDocument(deps, await issueOrderDocument(deps, document))

  const load = (document: DocumentName, version?: number) =>
    version === undefined ? issueOrderDocument(deps, document) : findOrderDocument(deps, document, version)

  const nameFile = ({ name, number }: DocumentName, version: number | undefined, extension: 'pdf' | 'xml') => {
    const fileName = isCreditNote(name) ? `credit-note-${name}` : `${name}-${number}`
    const suffix = version === undefined ? '' : `-version-${version}`
    return deps.settings.fileName(`${fileName}${suffix}.${extension}`)
  }

  return {
    print,
    /** `version` asks for one that a later version may have replaced. */
    send: async (reply: FastifyReply, document: DocumentName, version?: number) => {
      const storedDocument = await load(document, version)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${nameFile(document, version, 'pdf')}"`)
        .header('cache-control', 'private, no-store')
        .send(await readDocument(deps, storedDocument))
    },
    /** Sends the electronic invoice. Throws 404 for a document without one. */
    sendXml: async (reply: FastifyReply, document: DocumentName, version?: number) => {
      const storedDocument = await load(document, version)
      return reply
        .type('application/xml')
        .header('content-disposition', `attachment; filename="${nameFile(document, version, 'xml')}"`)
        .header('cache-control', 'private, no-store')
        .send(await readXml(deps, storedDocument))
    },
  }
}
