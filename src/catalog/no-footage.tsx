/** The empty state of a list in a shop that has no such footage yet. Editors are led to where it is added. */
import { Clapperboard } from 'lucide-react'

import { useSession } from '#accounts/use-session.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export const NoFootage = () => {
  const isEditor = hasStaffAccess('editors', useSession()?.roles ?? [])
  return (
    <EmptyState
      icon={Clapperboard}
      title="Nothing is published here yet"
      action={
        <>
          {isEditor && (
            <ButtonLink to="/admin/ingest" kind="primary">
              Add footage
            </ButtonLink>
          )}
          <ButtonLink to="/clips">Browse all clips</ButtonLink>
        </>
      }
    >
      <p>New footage appears here as soon as filmmakers release it.</p>
    </EmptyState>
  )
}
