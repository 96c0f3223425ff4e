/** What a shop without any published clip shows instead of lists: a promise to visitors, and the next step to editors. */
import { Clapperboard } from 'lucide-react'

import { useSession } from '#accounts/use-session.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export const EmptyShop = () =>
  hasStaffAccess('editors', useSession()?.roles ?? []) ? (
    <EmptyState
      icon={Clapperboard}
      title="No clip is published yet"
      action={
        <>
          <ButtonLink to="/admin/ingest" kind="primary">
            Add footage
          </ButtonLink>
          <ButtonLink to="/admin/catalog">Open the catalog</ButtonLink>
        </>
      }
    >
      <p>Upload files, or publish clips that are in review. Visitors read that footage is on its way.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={Clapperboard} title="Footage is on its way">
      <p>The first clips appear here as soon as they are published. Please come back soon.</p>
    </EmptyState>
  )
