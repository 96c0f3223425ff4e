/** Sends an order's PDFs to the workspace or to staff. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { orderDocuments } from '#orders/contract.ts'
import { buildBill, buildCreditNoteBill } from '#orders/documents.server.ts'
import type { CertificateContent } from '#orders/documents/content.ts'
import { openPrinter } from '#orders/documents/printer.server.ts'
import { loadSeller } from '#orders/documents/seller.server.ts'
import type { Deps } from '#platform/deps.ts'
import { DOCUMENT_NUMBER } from '#platform/document-numbers.ts'
import { refuse } from '#platform/http/refusal.ts'

import { buildAgreement } from './agreement.server.ts'

/** All endpoints of an app share one printer, whose thread runs only while there is something to draw. */
const printersByDeps = new WeakMap<Deps, ReturnType<typeof openPrinter>>()

export const createOrderPdfs = (app: FastifyInstance, deps: Deps) => {
  const printer = printersByDeps.get(deps) ?? openPrinter()
  if (!printersByDeps.has(deps)) app.addHook('onClose', printer.close)
  printersByDeps.set(deps, printer)

  const buildContent = (workspace_id: number, number: string, name: string) => {
    if (DOCUMENT_NUMBER.test(name)) return buildCreditNoteBill(deps.db, workspace_id, number, name)
    const kind = orderDocuments.find(document => document === name)
    if (kind === undefined) throw refuse.missing('document')
    return kind === 'license-agreement'
      ? buildAgreement({ db: deps.db, public_url: deps.config.public_url }, workspace_id, number)
      : buildBill(deps.db, workspace_id, number, kind, deps.config.public_url)
  }

  /** `name` is a kind of document or the number of a credit note. Throws 404, or 409 with the reason while it does not exist. */
  const print = async (workspace_id: number, number: string, name: string): Promise<Buffer> =>
    printer.print({ ...(await buildContent(workspace_id, number, name)), seller: await loadSeller(deps) })

  return {
    print,
    printCertificate: async (content: CertificateContent): Promise<Buffer> =>
      printer.print({ ...content, seller: await loadSeller(deps) }),
    send: async (reply: FastifyReply, workspace_id: number, number: string, name: string) => {
      const pdf = await print(workspace_id, number, name)
      const fileName = DOCUMENT_NUMBER.test(name) ? `credit-note-${name}` : `${name}-${number}`
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${deps.settings.fileName(`${fileName}.pdf`)}"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  }
}
