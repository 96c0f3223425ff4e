/** The filters on a small screen: choices wait, with a live count, until “Show”; closing forgets them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/call.ts'
import { callKey } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import { listClips } from '../contract.ts'
import { browsePath, chosen, type Browse } from '../filters.ts'
import { clipCount } from './counts.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { Found } from './load-browse.ts'
import { queryOf, unfiltered } from './searches.ts'

type FilterSheetProps = {
  open: boolean
  /** What is shown behind it. */
  saved: Pick<Found, 'browse' | 'facets' | 'facets_are_estimates' | 'total' | 'is_estimate'>
  onClose: () => void
  onShow: (next: Browse) => void
}

export default function FilterSheet({ open, saved, onClose, onShow }: FilterSheetProps) {
  const [pending, setPending] = useState(saved.browse)
  const changed = browsePath({ ...pending, page: 1 }) !== browsePath({ ...saved.browse, page: 1 })
  const query = queryOf(pending, 1, 1)
  const { data, isFetching, isError } = useQuery({
    queryKey: callKey(listClips, { query }),
    queryFn: ({ signal }) => call(listClips, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: open && changed,
  })
  const live = changed && data ? data.meta : undefined
  const { total, total_is_estimate = false } = live?.pagination ?? {
    total: saved.total,
    total_is_estimate: saved.is_estimate,
  }
  const counting = changed && (isFetching || !live) && !isError
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // What was chosen and not shown is forgotten.
      onClosed={() => setPending(saved.browse)}
      title="Filters"
      footer={
        <>
          {chosen(pending).length > 0 && (
            <Button kind="quiet" size="lg" onClick={() => setPending(unfiltered(pending))}>
              Reset
            </Button>
          )}
          <Button kind="primary" size="lg" onClick={() => onShow(pending)}>
            <span aria-live="polite">
              {counting
                ? 'Counting…'
                : isError
                  ? 'Show clips'
                  : total === 0
                    ? 'See what is close'
                    : `Show ${clipCount(total, total_is_estimate)}`}
            </span>
          </Button>
        </>
      }
    >
      <FilterPanel
        browse={pending}
        facets={live?.facets ?? saved.facets}
        facets_are_estimates={(live ?? saved).facets_are_estimates ?? false}
        onBrowse={setPending}
      />
    </Dialog>
  )
}
