import { handleSetupState } from "@/lib/auth/setup";

export { handleSetupState as GET };
