import { formatPersonName } from '#accounts/person-name.ts'
import { workspaceRoles } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toMoney } from '#platform/money.ts'
import { canPurchase } from '#workspaces/policy.ts'

import type { RequestState } from './contract.ts'
import { priceRequestedCart, totalBeforeTax } from './requests.server.ts'

/** Returns the data for both mails; undefined if the request no longer exists. */
const loadRequestFacts = async (db: Db, request_id: number) =>
  db
    .selectFrom('purchase_requests as r')
    .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
    .innerJoin('users as u', 'u.id', 'r.requested_by')
    .where('r.id', '=', request_id)
    .select(['r.cart_id', 'r.workspace_id', 'r.requested_by', 'r.decided_by', 'r.note', 'r.decline_reason', 'r.state'])
    .select(['w.name as workspace', 'u.first_name', 'u.last_name', 'u.email'])
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirst()

const findMember = async (db: Db, workspace_id: number, user_id: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .where('m.user_id', '=', user_id)
    .select(['u.email', 'm.role'])
    .executeTakeFirst()

/** Mails a member who may buy that a request is waiting. Sends nothing if it was decided or they may no longer buy. */
export const mailRequest = async ({ db, clock, config, mail }: Deps, request_id: number, user_id: number) => {
  const request = await loadRequestFacts(db, request_id)
  if (request?.state !== 'open') return
  const member = await findMember(db, request.workspace_id, user_id)
  if (!member || !workspaceRoles.some(role => role === member.role && canPurchase(role))) return
  const cart = await priceRequestedCart(db, request, clock.now())
  const { requestMail } = await import('./parts/request-mails.tsx')
  const content = requestMail({
    workspace: request.workspace,
    requester: formatPersonName(request),
    note: request.note,
    clips: cart.lines.map(({ clip }) => clip.name),
    total: toMoney(totalBeforeTax(cart)).formatted,
    address: requestUrl(config.public_url, request_id),
  })
  await mail.send({ to: member.email, content })
}

/** Mails the decision to the requester. Sends nothing if they left the workspace. */
export const mailDecision = async ({ db, config, mail }: Deps, request_id: number) => {
  const request = await loadRequestFacts(db, request_id)
  if (!request || request.state === 'open' || request.state === 'withdrawn') return
  if (!(await findMember(db, request.workspace_id, request.requested_by))) return
  const decider =
    request.decided_by === null
      ? undefined
      : await db
          .selectFrom('users')
          .where('id', '=', request.decided_by)
          .select(['first_name', 'last_name', 'email'])
          .executeTakeFirst()
  const { decisionMail } = await import('./parts/request-mails.tsx')
  const content = decisionMail({
    workspace: request.workspace,
    state: request.state,
    decidedBy: decider ? formatPersonName(decider) : 'Your team',
    decline_reason: request.decline_reason,
    address: requestUrl(config.public_url, request_id),
  })
  await mail.send({ to: request.email, content })
}

const requestUrl = (public_url: string, id: number) => `${public_url}/workspace/purchase-requests/${id}`
