import { handleFirstAdmin } from "@/lib/auth/setup";

export { handleFirstAdmin as POST };
