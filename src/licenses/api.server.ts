import type { FastifyInstance } from 'fastify'

import * as orders from '#orders/contract.ts'
import { loadOrder } from '#orders/order-detail.server.ts'
import { requireOrderAccess } from '#orders/policy.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'

import { certificatesApi } from './certificates/api.server.ts'
import * as contract from './contract.ts'
import { getLicensedFile, prepareFiles, recordDownloads } from './downloads.server.ts'
import { licenseEndsApi } from './ends/api.server.ts'
import { listLicensedClips } from './licensed-clips.server.ts'
import { loadOrderClips } from './order-clips.server.ts'
import { createOrderPdfs } from './pdfs.server.ts'
import { requireDownloadAccess } from './policy.ts'
import { licenseRegisterApi } from './register/api.server.ts'
import { zipApi } from './zip/api.server.ts'

export const licensesApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const pdfs = createOrderPdfs(app, deps)
  zipApi(app, deps, pdfs)
  certificatesApi(app, deps)
  licenseEndsApi(app, deps)
  licenseRegisterApi(app, deps)

  serve(app, contract.listOrderClips, async ({ actor, params, query }) => {
    requireOrderAccess(actor)
    const { id } = await loadOrder(db, actor.workspace_id, params.id)
    return loadOrderClips(db, id, clock.now(), query.page)
  })

  serve(app, contract.listLicenses, ({ actor, query }) => {
    requireOrderAccess(actor)
    const { workspace_id } = actor
    return listLicensedClips(db, { workspace_id, page: query.page, search: query['search[query]'], now: clock.now() })
  })

  serve(app, contract.downloadClip, async ({ actor, params, body }) => {
    requireDownloadAccess(actor)
    const request = {
      workspace_id: actor.workspace_id,
      clip_id: params.id,
      format_id: body.format_id,
      now: clock.now(),
    }
    const [file] = await prepareFiles(deps, [await getLicensedFile(db, request)])
    if (!file) throw new Error('Expected a file or a refusal.')
    await recordDownloads(db, request, [request])
    return { data: { url: createSignedUrl(deps, file.storage_key, deps.settings.fileName(file.name)) } }
  })

  for (const kind of orders.orderDocuments)
    serveFile(
      app,
      fileEndpoint(orders.documentPath(':id', kind), {
        summary: `Get the ${orders.documentLabels[kind].toLowerCase()} of an order as PDF`,
        refusals: [409],
        who: 'signed_in',
        masquerade: 'allowed',
        per_minute: 60,
        params: orders.OrderParam,
        query: orders.DocumentVersion,
        file: 'application/pdf',
      }),
      async ({ actor, params, query, reply }) => {
        requireOrderAccess(actor)
        const document = { workspace_id: actor.workspace_id, number: params.id, name: kind }
        return pdfs.send(reply, document, query.version)
      },
    )

  for (const kind of orders.eInvoiceDocuments)
    serveFile(
      app,
      fileEndpoint(orders.documentXmlPath(':id', kind), {
        summary: `Get the ${orders.documentLabels[kind].toLowerCase()} of an order as an electronic invoice: EN 16931, in the syntax UN/CEFACT CII. Businesses in the European Union have one`,
        refusals: [409],
        who: 'signed_in',
        masquerade: 'allowed',
        per_minute: 60,
        params: orders.OrderParam,
        query: orders.DocumentVersion,
        file: 'application/xml',
      }),
      async ({ actor, params, query, reply }) => {
        requireOrderAccess(actor)
        const document = { workspace_id: actor.workspace_id, number: params.id, name: kind }
        return pdfs.sendXml(reply, document, query.version)
      },
    )

  serveFile(
    app,
    fileEndpoint(orders.creditNoteXmlPath(':id', ':number'), {
      summary: 'Get a credit note of an order as an electronic invoice: EN 16931, in the syntax UN/CEFACT CII',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 60,
      params: orders.CreditNoteParam,
      file: 'application/xml',
    }),
    async ({ actor, params, reply }) => {
      requireOrderAccess(actor)
      return pdfs.sendXml(reply, { workspace_id: actor.workspace_id, number: params.id, name: params.number })
    },
  )

  serveFile(
    app,
    fileEndpoint(orders.creditNotePath(':id', ':number'), {
      summary: 'Get a credit note of an order as PDF',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 60,
      params: orders.CreditNoteParam,
      file: 'application/pdf',
    }),
    async ({ actor, params, reply }) => {
      requireOrderAccess(actor)
      return pdfs.send(reply, { workspace_id: actor.workspace_id, number: params.id, name: params.number })
    },
  )
}
