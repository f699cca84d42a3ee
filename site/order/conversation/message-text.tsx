import { Fragment } from 'react'
import type { Block, Inline } from '#api/contract/orders/conversation.ts'

const LISTS = {
  bullets: { List: 'ul', look: 'list-disc pl-5' },
  numbers: { List: 'ol', look: 'list-decimal pl-5' },
} as const

/** Renders a message from its syntax tree: a writer's text is never parsed as HTML. */
export function MessageText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="flex max-w-text whitespace-pre-line flex-col gap-2 leading-relaxed text-ink [overflow-wrap:anywhere]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a changed text renders from scratch
        <BlockOf key={index} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block: { kind, items } }: { block: Block }) {
  if (kind === 'paragraph') {
    return (
      <p>
        {items.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={index}>
            {index > 0 && <br />}
            <Line line={line} />
          </Fragment>
        ))}
      </p>
    )
  }
  const { List, look } = LISTS[kind]
  return (
    <List className={look}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          <Line line={item} />
        </li>
      ))}
    </List>
  )
}

function Line({ line }: { line: readonly Inline[] }) {
  return line.map(({ text, isBold, href }, index) => {
    const shown = isBold ? <strong className="font-semibold">{text}</strong> : text
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
            {shown}
          </a>
        ) : (
          shown
        )}
      </Fragment>
    )
  })
}
