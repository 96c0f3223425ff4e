/** The layout of workspace pages: the workspace's name and the navigation. */
import { NavLink, Outlet, useLocation } from 'react-router'

import { getFlags } from '#platform/contract.ts'
import { callForPage } from '#platform/http/page.ts'
import { useCall } from '#platform/http/query.ts'
import { useScrollToCurrent } from '#ui/use-scroll-to-current.ts'

import { getAbilities, getCurrentWorkspace } from '../contract.ts'
import type { WorkspaceManagers } from '../role-required-notice.tsx'
import { getWorkspaceOverview } from '../team-contract.ts'
import { listWorkspaceLinks } from '../workspace-links.ts'
import type { Route } from './+types/workspace'

import css from './workspace.module.css'

/** Redirects visitors who are not signed in. */
export const loader = async (args: Route.LoaderArgs) => {
  const [current, abilities, flags] = await Promise.all([
    callForPage(args, getCurrentWorkspace, {}),
    callForPage(args, getAbilities, {}),
    callForPage(args, getFlags, {}),
  ])
  // Shown to members whose role does not include a page.
  const managers: WorkspaceManagers = abilities.data.can_view_workspace_settings
    ? []
    : (await callForPage(args, getWorkspaceOverview, {})).data.managers
  return { current, abilities, flags: flags.data, managers }
}

export default function Workspace({ loaderData }: Route.ComponentProps) {
  const { current, abilities, flags, managers } = loaderData
  const nav = useScrollToCurrent<HTMLElement>(useLocation().pathname)
  const { name, role } = useCall(getCurrentWorkspace, {}, { initial: current }).data?.data ?? current.data
  return (
    <>
      <div className={css.bar}>
        <p className={css.name}>{name}</p>
        <nav ref={nav} className={css.places} aria-label="Workspace">
          {listWorkspaceLinks(role, abilities.data)
            .filter(({ flag }) => !flag || flags[flag])
            .map(({ to, label }) => (
              <NavLink key={to} to={to} end>
                {label}
              </NavLink>
            ))}
        </nav>
      </div>
      <Outlet context={managers} />
    </>
  )
}
