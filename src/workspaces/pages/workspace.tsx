/** What stands around the pages of a workspace: its name and the way between them. */
import { NavLink, Outlet, useLocation } from 'react-router'

import { getFlags } from '#platform/contract.ts'
import { pageCall } from '#platform/page.ts'
import { useCall } from '#platform/query.ts'
import { useChosenInSight } from '#ui/use-chosen-in-sight.ts'

import { getAbilities, getCurrentWorkspace } from '../contract.ts'
import { workspacePlaces } from '../places.ts'
import type { Managers } from '../role-refused.tsx'
import { getWorkspaceOverview } from '../team-contract.ts'
import type { Route } from './+types/workspace'

import css from './workspace.module.css'

/** Nobody who is not signed in comes further. */
export const loader = async (args: Route.LoaderArgs) => {
  const [current, abilities, flags] = await Promise.all([
    pageCall(args, getCurrentWorkspace, {}),
    pageCall(args, getAbilities, {}),
    pageCall(args, getFlags, {}),
  ])
  // Whom to ask for another role.
  const managers: Managers = abilities.data.can_view_workspace_settings
    ? []
    : (await pageCall(args, getWorkspaceOverview, {})).data.managers
  return { current, abilities, flags: flags.data, managers }
}

export default function Workspace({ loaderData }: Route.ComponentProps) {
  const { current, abilities, flags, managers } = loaderData
  const nav = useChosenInSight<HTMLElement>(useLocation().pathname)
  const { name, role } = useCall(getCurrentWorkspace, {}, { initial: current }).data?.data ?? current.data
  return (
    <>
      <div className={css.bar}>
        <p className={css.name}>{name}</p>
        <nav ref={nav} className={css.places} aria-label="Workspace">
          {workspacePlaces(role, abilities.data)
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
