/** The filters on a small screen. Choices show a live count and apply on “Show”; closing discards them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { listClips } from '#catalog/contract.ts'
import { formatClipCount } from '#catalog/counts.ts'
import { browsePath, listSelectedFilters, type BrowseQuery } from '#catalog/filters.ts'
import { call } from '#platform/http/call.ts'
import { callKey } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import { toClipQuery, clearFilters } from './browse-query.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { BrowseResults } from './load-browse.ts'

type FilterSheetProps = {
  open: boolean
  /** The search behind the sheet, with the filters that were read from its words. */
  saved: Pick<BrowseResults, 'browse' | 'facets' | 'facets_are_estimates' | 'total' | 'total_is_estimate'>
  onClose: () => void
  onShow: (next: BrowseQuery) => void
}

export default function FilterSheet({ open, saved, onClose, onShow }: FilterSheetProps) {
  const [pending, setPending] = useState(saved.browse)
  const hasChanged = browsePath({ ...pending, page: 1 }) !== browsePath({ ...saved.browse, page: 1 })
  const query = toClipQuery(pending, 1, 1)
  const { data, isFetching, isError } = useQuery({
    queryKey: callKey(listClips, { query }),
    queryFn: ({ signal }) => call(listClips, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: open && hasChanged,
  })
  const liveMeta = hasChanged && data ? data.meta : undefined
  const { total, total_is_estimate = false } = liveMeta?.pagination ?? {
    total: saved.total,
    total_is_estimate: saved.total_is_estimate,
  }
  const isCounting = hasChanged && (isFetching || !liveMeta) && !isError
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // Discards choices that were not applied.
      onClosed={() => setPending(saved.browse)}
      title="Filters"
      footer={
        <>
          {listSelectedFilters(pending).length > 0 && (
            <Button kind="quiet" size="lg" onClick={() => setPending(clearFilters(pending))}>
              Reset
            </Button>
          )}
          <Button kind="primary" size="lg" onClick={() => onShow(pending)}>
            <span aria-live="polite">
              {isCounting
                ? 'Counting…'
                : isError
                  ? 'Show clips'
                  : total === 0
                    ? 'Show close matches'
                    : `Show ${formatClipCount(total, total_is_estimate)}`}
            </span>
          </Button>
        </>
      }
    >
      <FilterPanel
        browse={pending}
        facets={liveMeta?.facets ?? saved.facets}
        facets_are_estimates={(liveMeta ?? saved).facets_are_estimates ?? false}
        onBrowse={setPending}
      />
    </Dialog>
  )
}
