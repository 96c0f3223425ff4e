/** Replaces a workspace page that the member's role does not include, and says whom to ask. */
import { Users } from 'lucide-react'
import { Fragment } from 'react'
import { useLocation, useOutletContext } from 'react-router'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

import { abilitiesOf } from './policy.ts'
import { listWorkspaceLinks } from './workspace-links.ts'

import css from './role-required-notice.module.css'

/** Owners and admins, from the layout's outlet context. Empty when the user is one of them. */
export type WorkspaceManagers = readonly { name: string; email: string }[]

const workspaceLinks = listWorkspaceLinks('owner', abilitiesOf('owner', []))

export const RoleRequiredNotice = ({ message }: { message: string }) => {
  const managers = useOutletContext<WorkspaceManagers>()
  const { pathname } = useLocation()
  return (
    <div className={css.page}>
      <h1>{workspaceLinks.find(({ to }) => to === pathname)?.label ?? 'Workspace'}</h1>
      <EmptyState
        icon={Users}
        title="Not part of your role here"
        action={
          <ButtonLink to="/workspace/overview" size="lg">
            Workspace overview
          </ButtonLink>
        }
      >
        {message}
        {managers.length > 0 && (
          <>
            {' '}
            To change your role, ask{' '}
            {managers.map(({ name, email }, index) => (
              <Fragment key={email}>
                {index > 0 && (index === managers.length - 1 ? ' or ' : ', ')}
                <a href={`mailto:${email}`}>{name}</a>
              </Fragment>
            ))}
            .
          </>
        )}
      </EmptyState>
    </div>
  )
}
