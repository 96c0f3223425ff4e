/** The empty state of a list in a shop that has no such footage yet. */
import { Clapperboard } from 'lucide-react'

import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export const NoFootage = () => (
  <EmptyState
    icon={Clapperboard}
    title="Nothing is published here yet"
    action={<ButtonLink to="/clips">Browse all clips</ButtonLink>}
  >
    <p>New footage appears here as soon as filmmakers release it.</p>
  </EmptyState>
)
