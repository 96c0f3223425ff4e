/** Entries of the account menu: workspaces, pages and Logout. Preloaded when pointer or focus reaches the menu button. */

import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { formatPersonName } from '#accounts/person-name.ts'
import { useLogout, useSession } from '#accounts/use-session.ts'
import { FeatureGate } from '#platform/flags/feature-gate.tsx'
import { call } from '#platform/http/call.ts'
import type { ExternalServices } from '#platform/http/external-services.ts'
import { setCallData, useCall } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useToast } from '#ui/toast.tsx'
import { getAbilities, getCurrentWorkspace, listWorkspaces, switchWorkspace } from '#workspaces/contract.ts'
import { useEndMasquerade } from '#workspaces/use-masquerade.ts'
import { listWorkspaceLinks } from '#workspaces/workspace-links.ts'

import { type FlaggedLink, type PageLink, profileLinks } from '../links.ts'
import { isExternal, listArtistLinks } from '../partner-links.ts'

import css from './account-entries.module.css'

/** The last entry of the account menu: ends a masquerade, or logs out. */
const LogoutEntry = ({ className, onLeave }: { className: string | undefined; onLeave: () => void }) => {
  const user = useSession()
  const logout = useLogout()
  const endMasquerade = useEndMasquerade()
  const isActing = user !== null && user.masquerade !== null
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        onLeave()
        void (isActing ? endMasquerade() : logout())
      }}
    >
      {isActing ? `Log Out as User: ${formatPersonName(user)}` : 'Logout'}
    </button>
  )
}

/** Sections of the account menu, limited to what the user's role in the workspace allows. */
type AccountMenuSection = { title: string; links: readonly (PageLink & Partial<FlaggedLink>)[] }

const useAccountSections = (): AccountMenuSection[] => {
  const role = useCall(getCurrentWorkspace, {}).data?.data.role
  const abilities = useCall(getAbilities, {}).data?.data
  return [
    ...(role && abilities ? [{ title: 'Workspace', links: listWorkspaceLinks(role, abilities) }] : []),
    { title: 'Profile', links: profileLinks },
  ]
}

/** Switches to another workspace and refetches everything. */
const useSwitchWorkspace = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  return async (workspace: number): Promise<void> => {
    try {
      const reply = await call(switchWorkspace, { body: { workspace } })
      setCallData(client, getCurrentWorkspace, {}, reply)
      toast(`You now work in ${reply.data.name}.`)
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      return
    }
    void client.invalidateQueries()
    // Lists of a workspace restart at page 1, because the other workspace may have fewer pages.
    if (/^\/workspace(\/|$)/.test(pathname)) await navigate(`${pathname}?page=1`)
    else await revalidate()
  }
}

/** `onLeave` closes the menu. */
export default function AccountEntries({ onLeave }: { onLeave: () => void }) {
  const id = useId()
  const abilities = useCall(getAbilities, {}).data?.data
  const { outside } = useRouteLoaderData('root') as { outside: ExternalServices }
  const sections = useAccountSections()
  return (
    <>
      <div>
        <WorkspaceSwitcher onLeave={onLeave} />
        {sections.map(({ title, links }, index) => (
          <nav key={title} aria-labelledby={`${id}${index}`} className={css.section}>
            <h2 id={`${id}${index}`}>{title}</h2>
            {links.map(({ to, label, flag }) => {
              const link = (
                <Link key={to} to={to} className={css.entry} onClick={onLeave}>
                  {label}
                </Link>
              )
              return flag ? (
                <FeatureGate key={to} flag={flag}>
                  {link}
                </FeatureGate>
              ) : (
                link
              )
            })}
          </nav>
        ))}
        <div className={css.section}>
          <Link to="/contact" className={css.entry} onClick={onLeave}>
            Contact
          </Link>
          {abilities &&
            listArtistLinks(abilities, outside).map(({ to, label }) =>
              isExternal(to) ? (
                <a key={to} href={to} target="_blank" rel="noreferrer" className={css.entry} onClick={onLeave}>
                  {label}
                </a>
              ) : (
                <Link key={to} to={to} className={css.entry} onClick={onLeave}>
                  {label}
                </Link>
              ),
            )}
          {abilities?.can_access_admin && (
            <a href="/admin" target="_blank" rel="noopener" className={css.entry} onClick={onLeave}>
              Admin portal
            </a>
          )}
        </div>
      </div>
      <div className={css.foot}>
        <LogoutEntry className={css.entry} onLeave={onLeave} />
      </div>
    </>
  )
}

const WorkspaceSwitcher = ({ onLeave }: { onLeave: () => void }) => {
  const { data, isLoading } = useCall(listWorkspaces, {})
  const current = useCall(getCurrentWorkspace, {}).data?.data.id
  const switchTo = useSwitchWorkspace()
  const disabledReason = useMasqueradeNotice()
  return (
    <section className={css.section} aria-label="Workspaces">
      <ul className={css.workspaces}>
        {isLoading && (
          <li>
            <Skeleton height={52} />
          </li>
        )}
        {data?.data.map(({ id, name, avatar_url, owner_email }) => (
          <li key={id}>
            <button
              type="button"
              className={css.workspace}
              aria-current={id === current}
              disabled={disabledReason !== undefined && id !== current}
              title={id === current ? undefined : disabledReason}
              onClick={() => {
                onLeave()
                if (id !== current) void switchTo(id)
              }}
            >
              <Avatar name={name} url={avatar_url} kind="workspace" />
              <span className={css.words}>
                <span className={css.name}>{name}</span>
                <span className={css.owner}>{owner_email}</span>
              </span>
              {id === current && <Check aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
