import { Search, UserPlus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toSearchParams } from '#platform/http/search-params.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { getCurrentWorkspace } from '../contract.ts'
import { MemberRow } from '../parts/member-row.tsx'
import type { MemberTask } from '../parts/member-tasks.ts'
import { requireSettingsAccess } from '../settings-page.ts'
import { listMembers, memberSorts } from '../team-contract.ts'
import type { Route } from './+types/team'

import css from './team.module.css'

const InviteDialog = lazy(() => import('../parts/invite-dialog.tsx').then(part => ({ default: part.InviteDialog })))
const MemberTaskDialog = lazy(() =>
  import('../parts/member-task-dialog.tsx').then(part => ({ default: part.MemberTaskDialog })),
)

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Team', noindex: true })

/** Parses the URL's query. Drops invalid values. */
const parseQuery = (search: URLSearchParams) => {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    sort: memberSorts.find(sort => sort === search.get('sort')),
    'search[query]': search.get('search[query]')?.replaceAll('\0', '').slice(0, 200) || undefined,
  }
}

const teamUrl = (query: Record<string, string | undefined>) => `/workspace/team?${toSearchParams(query)}`

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettingsAccess(args)
  const [members, current] = await Promise.all([
    callForPage(args, listMembers, { query: parseQuery(args.url.searchParams) }),
    callForPage(args, getCurrentWorkspace, {}),
  ])
  const { total_pages } = members.meta.pagination
  // The page's last member was removed, or the URL is old.
  if (members.data.length === 0 && total_pages > 0)
    throw redirect(teamUrl({ ...parseQuery(args.url.searchParams), page: String(total_pages) }))
  return { members, role: current.data.role }
}

const sortLabels = { name: 'By name', role: 'By role', newest: 'Newest first' }

export default function Team({ loaderData }: Route.ComponentProps) {
  const { role } = loaderData
  const { data: members, meta } = loaderData.members
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<MemberTask | null>(null)
  const query = parseQuery(search)
  const { people, pagination } = meta
  const { page, total, total_pages } = pagination
  const pageUrl = (page: number) => teamUrl({ ...query, page: String(page) })
  const masqueradeNotice = useMasqueradeNotice()
  const isInviting = search.has('invite') && masqueradeNotice === undefined
  const toggleInviteDialog = (isOpen: boolean) => {
    const next = new URLSearchParams(search)
    if (isOpen) next.set('invite', '1')
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
          disabled={masqueradeNotice !== undefined}
          title={masqueradeNotice}
          onClick={() => toggleInviteDialog(true)}
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
            <MemberRow key={`${member.kind}${member.id}`} member={member} viewerRole={role} onTask={setTask} />
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of the team">
          {page > 1 && <ButtonLink to={pageUrl(page - 1)}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={pageUrl(page + 1)}>Next</ButtonLink>}
        </nav>
      )}
      {isInviting && (
        <Suspense fallback={null}>
          <InviteDialog viewerRole={role} onClose={() => toggleInviteDialog(false)} onInvited={revalidate} />
        </Suspense>
      )}
      {task && (
        <Suspense fallback={null}>
          <MemberTaskDialog task={task} viewerRole={role} onClose={() => setTask(null)} onChanged={revalidate} />
        </Suspense>
      )}
    </div>
  )
}

const SEARCH_DEBOUNCE_MS = 250

/** Searches while the user types or selects, and saves the query in the URL. */
const TeamSearch = () => {
  const navigate = useNavigate()
  const { sort = 'name', 'search[query]': text = '' } = parseQuery(useSearchParams()[0])
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  // Shows the URL's text, such as after a click on the whole team, but not while the user types.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = text
  }, [text])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const runSearch = (sortBy: string = sort) => {
    window.clearTimeout(timer.current)
    const query = {
      'search[query]': field.current?.value.trim() || undefined,
      sort: sortBy === 'name' ? undefined : sortBy,
    }
    void navigate(teamUrl(query), { replace: true, preventScrollReset: true })
  }
  return (
    <form
      method="get"
      role="search"
      className={css.search}
      onSubmit={event => {
        event.preventDefault()
        runSearch()
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
        defaultValue={text}
        onInput={() => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(runSearch, SEARCH_DEBOUNCE_MS)
        }}
      />
      <SelectField
        dense
        label="Sort"
        labelHidden
        name="sort"
        value={sort}
        onChange={({ currentTarget }) => runSearch(currentTarget.value)}
      >
        {memberSorts.map(sortOption => (
          <option key={sortOption} value={sortOption}>
            {sortLabels[sortOption]}
          </option>
        ))}
      </SelectField>
    </form>
  )
}
