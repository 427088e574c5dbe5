// The control library.
import type { FaqAccess } from "../../app/features/updates/rules/update-words.ts";
import type { Id, IsoTime } from "./values.ts";

export interface ControlsTable {
  orgId: Id;
  id: Id;
  /** The company's own name of it: 'AC-01'. */
  reference: string;
  /** Brings references into their order. */
  sortKey: string;
  title: string;
  description: string | null;
  access: FaqAccess;
  /** The item that says more, in whichever product has one of that uid. */
  itemUid: string | null;
  createdAt: IsoTime;
  modifiedAt: IsoTime;
}

export interface ControlProductsTable {
  orgId: Id;
  controlId: Id;
  productId: Id;
}

/** The requirements of frameworks that a control answers: 'SOC 2 CC6.1'. */
export interface ControlReferencesTable {
  orgId: Id;
  controlId: Id;
  position: number;
  requirement: string;
}

export interface ControlsTables {
  controls: ControlsTable;
  controlProducts: ControlProductsTable;
  controlReferences: ControlReferencesTable;
}
