/** Sends an order's PDFs, to the workspace or to our own people. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { agreementOf } from './agreement.server.ts'
import { credit_note_shape, orderDocuments } from './contract.ts'
import { billOf, creditBillOf } from './documents.server.ts'
import type { CertificatePaper } from './documents/facts.ts'
import { openPrinter } from './documents/printer.server.ts'

/** One printer for all doors of an app: its thread runs only while there is something to draw. */
const printers = new WeakMap<Deps, ReturnType<typeof openPrinter>>()

export const orderPdfs = (app: FastifyInstance, deps: Deps) => {
  const printer = printers.get(deps) ?? openPrinter()
  if (!printers.has(deps)) app.addHook('onClose', printer.close)
  printers.set(deps, printer)

  const factsOf = (workspace_id: number, number: string, name: string) => {
    if (credit_note_shape.test(name)) return creditBillOf(deps.db, workspace_id, number, name)
    const kind = orderDocuments.find(one => one === name)
    if (kind === undefined) throw refuse.missing('document')
    return kind === 'license-agreement'
      ? agreementOf({ db: deps.db, public_url: deps.config.public_url }, workspace_id, number)
      : billOf(deps.db, workspace_id, number, kind, deps.config.public_url)
  }

  /** `name`: a kind of document, or the number of a credit note. Throws 404, or 409 with the reason while there is none. */
  const print = async (workspace_id: number, number: string, name: string): Promise<Buffer> =>
    printer.print(await factsOf(workspace_id, number, name))

  return {
    print,
    printCertificate: (facts: CertificatePaper): Promise<Buffer> => printer.print(facts),
    send: async (reply: FastifyReply, workspace_id: number, number: string, name: string) => {
      const pdf = await print(workspace_id, number, name)
      const file = credit_note_shape.test(name) ? `credit-note-${name}` : `${name}-${number}`
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${brand.slug}-${file}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  }
}
