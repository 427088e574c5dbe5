import { isTicked } from "../../../values/form-values.ts";
import { CertificationBadge } from "../../../ui/certification-badge.tsx";
import { Choice, FieldGroup } from "../../../ui/choice-field.tsx";
import { describedBy, FieldFrame } from "../../../ui/field.tsx";
import { inputId, type FormPart } from "./item-fields.tsx";

/** The official badge, for holders who may show it, in place of the generic seal. */
export function BadgeField({ data, values, errors }: FormPart) {
  if (data.badge === null) return null;
  const { seal, picture, fileName } = data.badge;
  const id = inputId("badge");
  const hint =
    "png, jpeg or svg, at most 1 MB. Marks of certification bodies are for those who hold the certificate.";
  return (
    <FieldGroup id={inputId("badge-group")} legend="Badge">
      <div className="flex items-start gap-4">
        <CertificationBadge
          badge={seal}
          auditor={null}
          picture={picture}
          size={72}
          state="Enabled"
        />
        <div className="min-w-0 grow space-y-3">
          <FieldFrame id={id} label="Official badge" hint={hint} errors={errors.badge}>
            <input
              id={id}
              name="badge"
              type="file"
              accept=".png,.jpg,.jpeg,.svg"
              aria-invalid={errors.badge?.length ? true : undefined}
              aria-describedby={describedBy({ id, hint, errors: errors.badge })}
              className={FILE_CLASS}
            />
          </FieldFrame>
          {picture === null ? null : (
            <Choice
              id={inputId("removeBadge")}
              name="removeBadge"
              value="on"
              label={`Remove ${fileName ?? "it"} and show the generic seal`}
              defaultChecked={isTicked(values, "removeBadge")}
            />
          )}
        </div>
      </div>
    </FieldGroup>
  );
}

export const FILE_CLASS =
  "block w-full min-h-10 cursor-pointer text-sm text-ink file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink";
