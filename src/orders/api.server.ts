import type { FastifyInstance } from 'fastify'

import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'
import { getWorkspaceRate } from '#rates/rates.server.ts'

import { certificatesApi } from './certificates/api.server.ts'
import * as clips from './clips-contract.ts'
import * as contract from './contract.ts'
import { getLicensedFile, prepareFiles } from './downloads.server.ts'
import { licenseEndsApi } from './ends/api.server.ts'
import { listLicensedClips } from './licensed-clips.server.ts'
import { loadOrderClips } from './order-clips.server.ts'
import { loadOrderDetail, loadOrder } from './order-detail.server.ts'
import { listWorkspaceOrders } from './order-list.server.ts'
import { createOrderPdfs } from './pdfs.server.ts'
import { canDownload, requireDownloadAccess, requireOrderAccess } from './policy.ts'
import { assignProject } from './projects.server.ts'
import { licenseRegisterApi } from './register/api.server.ts'
import { repeatOrder } from './repeat-order.server.ts'
import { zipApi } from './zip/api.server.ts'

export const ordersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const pdfs = createOrderPdfs(app, deps)
  zipApi(app, deps, pdfs)
  certificatesApi(app, deps, pdfs)
  licenseEndsApi(app, deps)
  licenseRegisterApi(app, deps)

  serve(app, contract.listOrders, ({ actor, query }) => {
    requireOrderAccess(actor)
    return listWorkspaceOrders(db, {
      workspace_id: actor.workspace_id,
      now: clock.now(),
      page: query.page,
      sort: query.sort,
      type: query['filter[type]'],
      search: { query: query['search[query]'] ?? '', field: query['search[field]'] },
    })
  })

  serve(app, contract.getOrder, async ({ actor, params }) => {
    requireOrderAccess(actor)
    const order = await loadOrderDetail(db, actor.workspace_id, params.id, clock.now())
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })

  serve(app, contract.repeatOrder, async ({ actor, params }) => {
    requireOrderAccess(actor)
    return { data: await db.transaction().execute(trx => repeatOrder(trx, actor, params.id, clock.now())) }
  })

  serve(app, clips.listOrderClips, async ({ actor, params, query }) => {
    requireOrderAccess(actor)
    const { id } = await loadOrder(db, actor.workspace_id, params.id)
    return loadOrderClips(db, id, clock.now(), query.page)
  })

  serve(app, contract.listRateOrders, async ({ actor, params, query }) => {
    requireOrderAccess(actor)
    const { id: rate_id } = await getWorkspaceRate(db, actor.workspace_id, params.id)
    return listWorkspaceOrders(db, { workspace_id: actor.workspace_id, now: clock.now(), page: query.page, rate_id })
  })

  serve(app, clips.listLicenses, ({ actor, query }) => {
    requireOrderAccess(actor)
    const { workspace_id } = actor
    return listLicensedClips(db, { workspace_id, page: query.page, search: query['search[query]'], now: clock.now() })
  })

  serve(app, contract.putProjectDetails, async ({ actor, params, body }) => {
    requireOrderAccess(actor)
    const { order_item_ids, ...details } = body
    const { workspace_id } = actor
    const assignment = { workspace_id, universal_invoice_number: params.id, details, order_item_ids, now: clock.now() }
    await db.transaction().execute(trx => assignProject(trx, assignment))
    const order = await loadOrderDetail(db, workspace_id, params.id, clock.now())
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })

  serve(app, clips.downloadClip, async ({ actor, params, body }) => {
    requireDownloadAccess(actor)
    const request = {
      workspace_id: actor.workspace_id,
      clip_id: params.id,
      format_id: body.format_id,
      now: clock.now(),
    }
    const [file] = await prepareFiles(deps, [await getLicensedFile(db, request)])
    if (!file) throw new Error('Expected a file or a refusal.')
    return { data: { url: createSignedUrl(deps, file.storage_key, `${brand.slug}-${file.name}`) } }
  })

  for (const kind of contract.orderDocuments)
    serveFile(
      app,
      fileEndpoint(contract.documentPath(':id', kind), {
        summary: `Get the ${contract.documentLabels[kind].toLowerCase()} of an order as PDF`,
        refusals: [409],
        who: 'signed_in',
        masquerade: 'allowed',
        per_minute: 60,
        params: contract.OrderParam,
        file: 'application/pdf',
      }),
      async ({ actor, params, reply }) => {
        requireOrderAccess(actor)
        return pdfs.send(reply, actor.workspace_id, params.id, kind)
      },
    )

  serveFile(
    app,
    fileEndpoint(contract.creditNotePath(':id', ':number'), {
      summary: 'Get a credit note of an order as PDF',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 60,
      params: contract.CreditNoteParam,
      file: 'application/pdf',
    }),
    async ({ actor, params, reply }) => {
      requireOrderAccess(actor)
      return pdfs.send(reply, actor.workspace_id, params.id, params.number)
    },
  )
}
