/** What support needs to know of somebody, and what can be done. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { affiliationLabels } from '#accounts/affiliations.ts'
import { personName } from '#accounts/person-name.ts'
import { useSession } from '#accounts/use-session.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button } from '#ui/button.tsx'
import { platformRoles } from '#workspaces/policy.ts'
import { roleLabels } from '#workspaces/roles.ts'

import { getPerson, type PersonFacts } from '../contract.ts'
import type { CareKind } from '../parts/care-dialog.tsx'
import { LogList } from '../parts/log-list.tsx'
import { dayOf, momentOf } from '../parts/moment.ts'
import { roleMarks } from '../parts/role-marks.ts'
import { TwoStepReset } from '../parts/two-step-reset.tsx'
import type { Route } from './+types/person'

import css from './person.module.css'

const CareDialog = lazy(() => import('../parts/care-dialog.tsx').then(part => ({ default: part.CareDialog })))

const AffiliationsDialog = lazy(() =>
  import('../parts/affiliations-dialog.tsx').then(part => ({ default: part.AffiliationsDialog })),
)
const RolesDialog = lazy(() => import('../parts/roles-dialog.tsx').then(part => ({ default: part.RolesDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? personName(loaderData) : 'Person', noindex: true })

export const loader = async (args: Route.LoaderArgs) =>
  (await pageCall(args, getPerson, { params: { id: args.params.id } })).data

export default function PersonPage({ loaderData: person }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [care, setCare] = useState<CareKind>()
  const [isGiving, setGiving] = useState(false)
  const [isAffiliating, setAffiliating] = useState(false)
  const isSelf = useSession()?.id === person.id
  const isSuspended = person.roles.includes(platformRoles.suspended)
  return (
    <article className={css.person}>
      <Link to={{ pathname: '/admin/people', search: asked.toString() }} className={css.back}>
        <ArrowLeft aria-hidden />
        People
      </Link>
      <header className={css.head}>
        <h1>{personName(person)}</h1>
        <p className="mono">#{person.id}</p>
        {(person.is_in_reach || person.can_change_roles) && (
          <p className={css.ways}>
            {person.can_change_roles && !isSuspended && (
              <Button kind="secondary" onClick={() => setGiving(true)}>
                Roles
              </Button>
            )}
            {person.is_in_reach && !isSuspended && (
              <Button kind="secondary" onClick={() => setAffiliating(true)}>
                Affiliations
              </Button>
            )}
            {person.can_act_as && (
              <button type="button" className={css.masquerade} onClick={() => setCare('masquerade')}>
                Masquerade
              </button>
            )}
            {person.is_in_reach && (
              <Button
                kind={isSuspended ? 'secondary' : 'danger'}
                onClick={() => setCare(isSuspended ? 'unsuspend' : 'suspend')}
              >
                {isSuspended ? 'Let in again' : 'Suspend'}
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
      <Facts person={person} />
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
      {isGiving && (
        <Suspense fallback={null}>
          <RolesDialog person={person} onClose={() => setGiving(false)} onChanged={revalidate} />
        </Suspense>
      )}
      {isAffiliating && (
        <Suspense fallback={null}>
          <AffiliationsDialog person={person} onClose={() => setAffiliating(false)} onChanged={revalidate} />
        </Suspense>
      )}
      {care && (
        <Suspense fallback={null}>
          <CareDialog kind={care} person={person} onClose={() => setCare(undefined)} onChanged={revalidate} />
        </Suspense>
      )}
    </article>
  )
}

const Facts = ({ person }: { person: PersonFacts }) => {
  const marks = roleMarks(person.roles).map(({ label }) => label)
  const facts: [string, string, boolean?][] = [
    ['Email', person.email],
    ['Username', person.username],
    ['Roles', marks.length > 0 ? marks.join(', ') : 'Customer'],
    ['Affiliations', person.affiliations.map(one => affiliationLabels[one]).join(', ') || 'None'],
    ['Password', person.has_password ? 'Yes' : 'None'],
    ['Two-step sign-in', person.two_step.is_on ? 'On' : 'Off'],
    ['Sessions', String(person.sessions_count), true],
    // A session tells it: signed out, nothing does.
    ['Last seen', person.last_seen_at ? momentOf(person.last_seen_at) : 'Signed out', true],
    ['Registered', dayOf(person.registered_at), true],
  ]
  return (
    <dl className={css.facts}>
      {facts.map(([label, value, isNumber]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isNumber ? 'mono' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
