import { Search, UserPlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { useNotMine } from '#accounts/own-hand.tsx'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { getCurrentWorkspace } from '../contract.ts'
import { MemberRow } from '../parts/member-row.tsx'
import type { Task } from '../parts/member-tasks.ts'
import { requireSettings } from '../settings-page.ts'
import { listMembers, memberSorts } from '../team-contract.ts'
import type { Route } from './+types/team'

import css from './team.module.css'

const InviteDialog = lazy(() => import('../parts/invite-dialog.tsx').then(part => ({ default: part.InviteDialog })))
const TaskDialog = lazy(() => import('../parts/task-dialog.tsx').then(part => ({ default: part.TaskDialog })))

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Team', noindex: true })

/** What the address asks for; what it cannot mean is left out. */
const queryOf = (search: URLSearchParams) => {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    sort: memberSorts.find(sort => sort === search.get('sort')),
    'search[query]': search.get('search[query]')?.replaceAll('\0', '').slice(0, 200) || undefined,
  }
}

const addressOf = (query: Record<string, string | undefined>) =>
  `/workspace/team?${new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))}`

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettings(args)
  const [members, current] = await Promise.all([
    pageCall(args, listMembers, { query: queryOf(args.url.searchParams) }),
    pageCall(args, getCurrentWorkspace, {}),
  ])
  const { total_pages } = members.meta.pagination
  // The last one of a page was removed, or an address is old.
  if (members.data.length === 0 && total_pages > 0)
    throw redirect(addressOf({ ...queryOf(args.url.searchParams), page: String(total_pages) }))
  return { members, role: current.data.role }
}

const sortLabels = { name: 'By name', role: 'By role', newest: 'Newest first' }

export default function Team({ loaderData }: Route.ComponentProps) {
  const { role } = loaderData
  const { data: members, meta } = loaderData.members
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task | null>(null)
  const query = queryOf(search)
  const { people, pagination } = meta
  const { page, total, total_pages } = pagination
  const to = (page: number) => addressOf({ ...query, page: String(page) })
  const not_mine = useNotMine()
  const isInviting = search.has('invite') && not_mine === undefined
  const invite = (open: boolean) => {
    const next = new URLSearchParams(search)
    if (open) next.set('invite', '1')
    else next.delete('invite')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Team</h1>
        <p className={css.count}>
          {people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`}
          {total > people && `, ${(total - people).toLocaleString('en-US')} invited`}
        </p>
        <Button
          kind="primary"
          size="lg"
          className={css.invite}
          disabled={not_mine !== undefined}
          title={not_mine}
          onClick={() => invite(true)}
        >
          <UserPlus aria-hidden="true" />
          Invite teammates
        </Button>
      </header>
      <TeamSearch />
      {members.length === 0 ? (
        <EmptyState icon={Search} title="Nobody matches" action={<Link to="/workspace/team">Show the whole team</Link>}>
          Try a part of a name or an email.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {members.map(member => (
            <MemberRow key={`${member.kind}${member.id}`} member={member} mine={role} onTask={setTask} />
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of the team">
          {page > 1 && <ButtonLink to={to(page - 1)}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to(page + 1)}>Next</ButtonLink>}
        </nav>
      )}
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog mine={role} onClose={() => invite(false)} onInvited={revalidate} />
        </Suspense>
      )}
      {task && (
        <Suspense fallback={null}>
          <TaskDialog task={task} mine={role} onClose={() => setTask(null)} onChanged={revalidate} />
        </Suspense>
      )}
    </div>
  )
}

const pause_ms = 250

/** Asks by itself while somebody types or chooses; the address keeps what was asked. */
const TeamSearch = () => {
  const navigate = useNavigate()
  const { sort = 'name', 'search[query]': words = '' } = queryOf(useSearchParams()[0])
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  // Another address, such as the whole team's; what is being typed is ahead of its own.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = words
  }, [words])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const ask = (by: string = sort) => {
    window.clearTimeout(timer.current)
    const query = { 'search[query]': field.current?.value.trim() || undefined, sort: by === 'name' ? undefined : by }
    void navigate(addressOf(query), { replace: true, preventScrollReset: true })
  }
  return (
    <form
      method="get"
      role="search"
      className={css.search}
      onSubmit={event => {
        event.preventDefault()
        ask()
      }}
    >
      <TextField
        ref={field}
        dense
        label="Search the team"
        labelHidden
        type="search"
        name="search[query]"
        placeholder="Name or email"
        autoComplete="off"
        maxLength={200}
        defaultValue={words}
        onInput={() => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(ask, pause_ms)
        }}
      />
      <SelectField
        dense
        label="Sort"
        labelHidden
        name="sort"
        value={sort}
        onChange={({ currentTarget }) => ask(currentTarget.value)}
      >
        {memberSorts.map(one => (
          <option key={one} value={one}>
            {sortLabels[one]}
          </option>
        ))}
      </SelectField>
    </form>
  )
}
