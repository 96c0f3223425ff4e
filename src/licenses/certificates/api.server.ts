import type { FastifyInstance } from 'fastify'

import { readDocument } from '#orders/documents/stored.server.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import { requireDownloadAccess } from '../policy.ts'
import { getCertificate, issueCertificatePdf } from './certificates.server.ts'
import * as contract from './contract.ts'
import { getPublicKey } from './key.server.ts'
import { verifyCertificateCode } from './verify-certificate.server.ts'

export const certificatesApi = (app: FastifyInstance, deps: Deps) => {
  serve(app, contract.verifyCertificate, async ({ params }) => ({
    data: await verifyCertificateCode(deps, params.code),
  }))

  serveFile(
    app,
    fileEndpoint(contract.KEY_PATH, {
      summary: 'Get the public key of license certificates, as PEM',
      who: 'anyone',
      masquerade: 'allowed',
      file: 'application/x-pem-file',
    }),
    async ({ reply }) => reply.type('application/x-pem-file').send(getPublicKey(deps.config)),
  )

  for (const kind of ['pdf', 'json'] as const)
    serveFile(
      app,
      fileEndpoint(contract.certificatePath(':id', kind), {
        summary: kind === 'pdf' ? 'Get the certificate of a license as PDF' : 'Get the signed certificate of a license',
        who: 'signed_in',
        masquerade: 'allowed',
        per_minute: 60,
        params: IdParam,
        refusals: [409],
        file: contentTypes[kind],
      }),
      async ({ actor, params, reply }) => {
        requireDownloadAccess(actor)
        const certificate = await getCertificate(deps, actor.workspace_id, params.id)
        const body =
          kind === 'json'
            ? `${JSON.stringify(certificate, null, 2)}\n`
            : await readDocument(deps, await issueCertificatePdf(deps, params.id, certificate))
        return reply
          .type(contentTypes[kind])
          .header(
            'content-disposition',
            `${kind === 'pdf' ? 'inline' : 'attachment'}; filename="${deps.settings.fileName(`certificate-${params.id}.${kind}`)}"`,
          )
          .header('cache-control', 'private, no-store')
          .send(body)
      },
    )
}

const contentTypes = { pdf: 'application/pdf', json: 'application/octet-stream' } as const
