/** What somebody's footage has come to: balance, months, clips. */
import { Clapperboard } from 'lucide-react'
import { Link } from 'react-router'

import { filmmakerPath } from '#catalog/paths.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Money } from '#ui/money.tsx'

import { clipSorts, firstWay, ranges, ways, type ClipSort, type Range, type Way } from '../audience.ts'
import { getAudience, getEarnings, listEarningClips, type Earnings } from '../contract.ts'
import { NotLinked } from '../not-linked.tsx'
import { Audience } from '../parts/audience.tsx'
