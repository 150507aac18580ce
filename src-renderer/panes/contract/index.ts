import { ScrollText } from 'lucide-react'
import { words } from '../../state/index.ts'
import type { PaneDefinition } from '../pane.ts'
import { ContractPane } from './contract-pane.tsx'

export const contractPane: PaneDefinition = {
  id: 'contract',
  title: words.contract.title,
  icon: ScrollText,
  Body: ContractPane,
}
