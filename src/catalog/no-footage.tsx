/** The empty state of a list of the catalog: what it will have, all clips meanwhile, and for editors where to add to it. */
import { Clapperboard } from 'lucide-react'
import type { ReactNode } from 'react'

import { useSession } from '#accounts/use-session.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type NoFootageProps = {
  title: string
  /** The admin page where editors add to the list. */
  add: { to: string; label: string }
  children: ReactNode
}

export const NoFootage = ({ title, add, children }: NoFootageProps) => {
  const isEditor = hasStaffAccess('editors', useSession()?.roles ?? [])
  return (
    <EmptyState
      icon={Clapperboard}
      title={title}
      action={
        <>
          {isEditor && (
            <ButtonLink to={add.to} kind="primary">
              {add.label}
            </ButtonLink>
          )}
          <ButtonLink to="/clips">Browse all clips</ButtonLink>
        </>
      }
    >
      <p>{children}</p>
    </EmptyState>
  )
}
