import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import type { createOrderPdfs } from '../pdfs.server.ts'
import { requireDownloadAccess } from '../policy.ts'
import { getCertificate, verifyCertificateCode } from './certificates.server.ts'
import * as contract from './contract.ts'
import { getPublicKey } from './key.server.ts'

export const certificatesApi = (app: FastifyInstance, deps: Deps, pdfs: ReturnType<typeof createOrderPdfs>) => {
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
            : await pdfs.printCertificate({
                ...certificate.payload,
                kind: 'certificate',
                verify_url: certificate.verify_url,
                key_id: certificate.key_id,
              })
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
