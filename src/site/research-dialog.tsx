/** The "Find My Footage" dialog: our researchers search for a shot. Load it lazily, like every dialog. */
import { useLocation, useParams, useSearchParams } from 'react-router'

import { selectedValueLabel, filterValueLabel } from '#catalog/filter-table.ts'
import { listSelectedFilters, parseBrowseQuery } from '#catalog/filters.ts'
import { Dialog } from '#ui/dialog.tsx'

import { ResearchForm } from './parts/research-form.tsx'

type ResearchDialogProps = { open: boolean; onClose: () => void }

/** Returns the search of a page of results in words: "ocean swell. Aerial, Not Night". */
const useSearchInWords = (): string => {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const { searchTerm } = useParams()
  if (pathname !== '/clips' && searchTerm === undefined) return ''
  const browse = parseBrowseQuery(params)
  const filters = listSelectedFilters(browse).map(({ name, value, exclude }) =>
    selectedValueLabel(name, value, filterValueLabel(name, value), exclude),
  )
  return [browse.q || searchTerm?.replaceAll('-', ' '), filters.join(', ')].filter(Boolean).join('. ')
}

export const ResearchDialog = ({ open, onClose }: ResearchDialogProps) => {
  const words = useSearchInWords()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Find My Footage"
      description="Tell us the shot. What our researchers find is delivered to your account within 1 business day."
      size="lg"
      persistent
    >
      <ResearchForm key={words} initialMessage={words} onDone={onClose} />
    </Dialog>
  )
}
