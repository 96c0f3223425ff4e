import { personName } from '#accounts/person-name.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { RequestState } from './contract.ts'
import { askedCart, beforeTax } from './requests.server.ts'

/** What both mails tell: nobody is told of a request that is not there any more, or of a team that they left. */
const factsOf = async (db: Db, request_id: number) =>
  db
    .selectFrom('purchase_requests as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .where('r.id', '=', request_id)
    .select(['r.cart_id', 'r.workspace_id', 'r.requested_by', 'r.decided_by', 'r.note', 'r.answer', 'r.state'])
    .select(['w.name as workspace', 'u.first_name', 'u.last_name', 'u.email'])
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirst()

const readerIn = async (db: Db, workspace_id: number, user_id: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .where('m.user_id', '=', user_id)
    .select(['u.email', 'm.role'])
    .executeTakeFirst()

/** Tells one of those who may buy that a request waits; nothing when it waits no more, or they may not. */
export const mailRequest = async ({ db, clock, config, mail }: Deps, request_id: number, user_id: number) => {
  const facts = await factsOf(db, request_id)
  if (facts?.state !== 'open') return
  const reader = await readerIn(db, facts.workspace_id, user_id)
  if (!reader || !workspaceRoles.some(role => role === reader.role && canPurchase(role))) return
  const priced = await askedCart(db, facts, clock.now())
  const { requestMail } = await import('./parts/request-mails.tsx')
  const said = await requestMail({
    workspace: facts.workspace,
    asker: personName(facts),
    note: facts.note,
    clips: priced.lines.map(({ clip }) => clip.name),
    total: money(beforeTax(priced)).formatted,
    address: addressOf(config.public_url, request_id),
  })
  await mail.send({ to: reader.email, ...said })
}

/** Tells whoever asked what became of it; nothing when they left the team. */
export const mailDecision = async ({ db, config, mail }: Deps, request_id: number) => {
  const facts = await factsOf(db, request_id)
  if (!facts || facts.state === 'open' || facts.state === 'withdrawn') return
  if (!(await readerIn(db, facts.workspace_id, facts.requested_by))) return
  const decider =
    facts.decided_by === null
      ? undefined
      : await db
          .selectFrom('users')
          .where('id', '=', facts.decided_by)
          .select(['first_name', 'last_name', 'email'])
          .executeTakeFirst()
  const { decisionMail } = await import('./parts/request-mails.tsx')
  const said = await decisionMail({
    workspace: facts.workspace,
    state: facts.state,
    by: decider ? personName(decider) : 'Your team',
    answer: facts.answer,
    address: addressOf(config.public_url, request_id),
  })
  await mail.send({ to: facts.email, ...said })
}

const addressOf = (public_url: string, id: number) => `${public_url}/workspace/purchase-requests/${id}`
