/** Entries of the account menu: workspaces, pages and Logout. Preloaded when pointer or focus reaches the menu button. */
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

import { useMasqueradeNotice } from '#accounts/masquerade-guard.tsx'
import { FeatureGate, FlagsProvider } from '#platform/flags/flags-web.tsx'
import type { ExternalServices } from '#platform/http/external-services.ts'
import { useCall } from '#platform/http/query.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { getAbilities, getCurrentWorkspace, listWorkspaces } from '#workspaces/contract.ts'

import { listArtistLinks, isExternal } from '../partner-links.ts'
import { useAccountSections } from './account-sections.ts'
import { LogoutEntry } from './logout-entry.tsx'
import { useSwitchWorkspace } from './use-switch-workspace.ts'

import css from './account-entries.module.css'

/** `onLeave` closes the menu. */
export default function AccountEntries({ onLeave }: { onLeave: () => void }) {
  const id = useId()
  const abilities = useCall(getAbilities, {}).data?.data
  const { outside } = useRouteLoaderData('root') as { outside: ExternalServices }
  const sections = useAccountSections()
  return (
    <FlagsProvider>
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
    </FlagsProvider>
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
