/** The inbox of what the gateway tells: written first, worked on by a job, each event once. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { needGateway, type Gateway } from '#payments/gateway.server.ts'
import { insideTransaction } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { sha256 } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

/** The job that works on one. */
export const webhook_job = 'checkout.webhook'
export const webhook_path = '/webhooks/braintree'
/** The largest that the gateway sends has a few kilobytes. */
const most_bytes = 262_144

const Form = z.object({ bt_signature: z.string(), bt_payload: z.string() })
const Question = z.object({ bt_challenge: z.string().check(z.regex(/^[a-f0-9]{20,32}$/)) })

/** The gateway has no session and sends a form, so this door stands beside the API. */
export const webhooksDoor = (app: FastifyInstance, deps: Deps, gateway: Gateway | undefined) => {
  void app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: most_bytes },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const hidden = { schema: { hide: true } }
    scope.get(webhook_path, hidden, async ({ query }, reply) => {
      const { data } = Question.safeParse(query)
      if (!data) throw refuse(400, 'There is no challenge to answer.')
      return reply.type('text/plain').send(needGateway(gateway).answerChallenge(data.bt_challenge))
    })
    scope.post(webhook_path, hidden, async ({ body }, reply) => {
      const { data } = Form.safeParse(body)
      if (!data) throw refuse(400, 'There is no event in this.')
      await takeWebhook(deps, needGateway(gateway), data.bt_signature, data.bt_payload)
      return reply.code(204).send()
    })
  })
}

/** Writes an event down, with the job that works on it, unless it is known. Throws 400 for one that is not the gateway's. */
export const takeWebhook = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  gateway: Gateway,
  signature: string,
  payload: string,
): Promise<void> => {
  const webhook = await gateway.readWebhook(signature, payload)
  await db.transaction().execute(async trx => {
    const written = await trx
      .insertInto('payment_webhooks')
      .values({ ...webhook, payload_hash: sha256(payload.trim()), received_at: clock.now() })
      .onConflict(conflict => conflict.column('payload_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written) await jobs.send(webhook_job, { webhook_id: written.id }, { db: insideTransaction(trx) })
  })
}
