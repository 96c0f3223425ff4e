/** A person's account details and the actions that support can take. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { platformRoles } from '#platform/platform-roles.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatDay, formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'
import { roleLabels } from '#workspaces/roles.ts'

import { affiliationLabels } from '../../affiliations.ts'
import { formatPersonName } from '../../person-name.ts'
import { useSession } from '../../use-session.ts'
import { getPerson, type StaffPerson } from '../contract.ts'
import type { ModerationKind } from '../parts/moderation-dialog.tsx'
import { getRoleBadges } from '../parts/role-badges.ts'
import { TwoStepReset } from '../parts/two-step-reset.tsx'
import { Unlock } from '../parts/unlock.tsx'
import type { Route } from './+types/person'

import css from '#ui/admin/detail-page.module.css'

const ModerationDialog = lazy(() =>
  import('../parts/moderation-dialog.tsx').then(part => ({ default: part.ModerationDialog })),
)

const AffiliationsDialog = lazy(() =>
  import('../parts/affiliations-dialog.tsx').then(part => ({ default: part.AffiliationsDialog })),
)
const RolesDialog = lazy(() => import('../parts/roles-dialog.tsx').then(part => ({ default: part.RolesDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? formatPersonName(loaderData) : 'Person', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await callForPage(args, getPerson, { params: { id: args.params.id } })).data

export default function PersonPage({ loaderData: person }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [moderation, setModeration] = useState<ModerationKind>()
  const [isRolesOpen, setRolesOpen] = useState(false)
  const [isAffiliationsOpen, setAffiliationsOpen] = useState(false)
  const isSelf = useSession()?.id === person.id
  const isSuspended = person.roles.includes(platformRoles.suspended)
  return (
    <article className={css.person}>
      <Link to={{ pathname: '/admin/people', search: params.toString() }} className={css.back}>
        <ArrowLeft aria-hidden />
        People
      </Link>
      <header className={css.head}>
        <h1>{formatPersonName(person)}</h1>
        <p className="mono">#{person.id}</p>
        {(person.is_in_reach || person.can_change_roles) && (
          <p className={css.ways}>
            {person.can_change_roles && !isSuspended && (
              <Button kind="secondary" onClick={() => setRolesOpen(true)}>
                Roles
              </Button>
            )}
            {person.is_in_reach && !isSuspended && (
              <Button kind="secondary" onClick={() => setAffiliationsOpen(true)}>
                Affiliations
              </Button>
            )}
            {person.can_act_as && (
              <button type="button" className={css.masquerade} onClick={() => setModeration('masquerade')}>
                Masquerade
              </button>
            )}
            {person.is_in_reach && (
              <Button
                kind={isSuspended ? 'secondary' : 'danger'}
                onClick={() => setModeration(isSuspended ? 'unsuspend' : 'suspend')}
              >
                {isSuspended ? 'Reinstate' : 'Suspend'}
              </Button>
            )}
          </p>
        )}
        {!person.is_in_reach && !person.can_change_roles && (
          <p className={css.out}>
            {isSelf
              ? 'This is your own account: a colleague can change it.'
              : 'Your role does not include changes to this account.'}
          </p>
        )}
      </header>
      <Unlock person={person} onChanged={revalidate} />
      <PersonDetails person={person} />
      <section aria-labelledby="workspaces">
        <h2 id="workspaces">Workspaces</h2>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">People</th>
            </tr>
          </thead>
          <tbody>
            {person.workspaces.map(({ id, name, role, members_count }) => (
              <tr key={id}>
                <td>
                  <Link to={`/admin/workspaces/${id}`}>{name}</Link>
                </td>
                <td>{roleLabels[role]}</td>
                <td className="mono">{members_count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <TwoStepReset person={person} onChanged={revalidate} />
      <LogList rows={person.history} />
      {isRolesOpen && (
        <Suspense fallback={null}>
          <RolesDialog person={person} onClose={() => setRolesOpen(false)} onChanged={revalidate} />
        </Suspense>
      )}
      {isAffiliationsOpen && (
        <Suspense fallback={null}>
          <AffiliationsDialog person={person} onClose={() => setAffiliationsOpen(false)} onChanged={revalidate} />
        </Suspense>
      )}
      {moderation && (
        <Suspense fallback={null}>
          <ModerationDialog
            kind={moderation}
            person={person}
            onClose={() => setModeration(undefined)}
            onChanged={revalidate}
          />
        </Suspense>
      )}
    </article>
  )
}

const PersonDetails = ({ person }: { person: StaffPerson }) => {
  const badges = getRoleBadges(person.roles).map(({ label }) => label)
  const rows: [string, string, boolean?][] = [
    ['Email', person.email],
    ['Username', person.username],
    ['Roles', badges.length > 0 ? badges.join(', ') : 'Customer'],
    ['Affiliations', person.affiliations.map(affiliation => affiliationLabels[affiliation]).join(', ') || 'None'],
    ['Password', person.has_password ? 'Yes' : 'None'],
    ['Two-step sign-in', person.two_step.is_on ? 'On' : 'Off'],
    ['Sessions', String(person.sessions_count), true],
    // Only sessions record it, so a signed-out account has none.
    ['Last seen', person.last_seen_at ? formatDateTime(person.last_seen_at) : 'Signed out', true],
    ['Registered', formatDay(person.registered_at), true],
  ]
  return (
    <dl className={css.facts}>
      {rows.map(([label, value, isNumber]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isNumber ? 'mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
